import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePack, defineTool, ok, Type, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { loadHooks } from '@ku0/agent-runtime-tools-hooks';
import { describe, expect, it, vi } from 'vitest';
import { servedStudio } from '../fixtures/served-studio.ts';

describe('calls of the API', () => {
  it('are stopped when the client disconnects', async () => {
    let stopped = false;
    const wait = defineTool({
      name: 'wait',
      description: 'Waits until it is stopped.',
      parameters: Type.Object({}),
      execute: (_, { signal }) =>
        new Promise<ToolResult<string>>((resolve) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            resolve(ok('stopped'));
          });
        }),
    });
    await using studio = await servedStudio({
      packs: [definePack({ name: 'waiting', version: '1.0.0', tools: [wait] })],
    });
    const control = new AbortController();
    const calling = fetch(`${studio.service.url}/api/tools/wait/calls`, {
      method: 'POST',
      headers: { authorization: `Bearer ${studio.service.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ arguments: {}, callId: 'waiting' }),
      signal: control.signal,
    });
    await vi.waitFor(() => expect(studio.tools.getStats().inFlight).toBe(1));
    control.abort();
    await expect(calling).rejects.toThrow('aborted');
    await vi.waitFor(() => expect(stopped).toBe(true));
  });
});

describe('answers to requests', () => {
  it('count once: the second is refused', async () => {
    await using studio = await servedStudio();
    const calling = studio.tools.execute<string>('bash', { command: 'touch made.txt' });
    const pending = await vi.waitFor(async () => {
      const [first] = (await studio.api('/api/approvals')).body as { request: { id: string } }[];
      if (first === undefined) throw new Error('nothing is pending');
      return first;
    });
    const answer = (approved: boolean): ReturnType<typeof studio.api> =>
      studio.api(`/api/approvals/${pending.request.id}`, { method: 'POST', body: { approved, feedback: 'not now' } });
    expect((await answer(false)).status).toBe(200);
    expect(await answer(true)).toMatchObject({ status: 409, body: { error: { code: 'REQUEST_NOT_PENDING' } } });
    expect(await calling).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    expect(existsSync(join(studio.folder, 'made.txt'))).toBe(false);
  });

  it('are about what is shown: hidden characters are visible', async () => {
    await using studio = await servedStudio();
    const control = new AbortController();
    const command = 'echo safe\u202etxt.exe\u200b';
    const calling = studio.tools.execute<string>('bash', { command }, { signal: control.signal });
    await vi.waitFor(async () => expect((await studio.api('/api/approvals')).body).toHaveLength(1));
    const [pending] = (await studio.api('/api/approvals')).body as [{ request: { args: unknown }; args: unknown }];
    expect(pending.request.args).toMatchObject({ command: 'echo safe\\u202etxt.exe\\u200b' });
    expect(pending.args).toMatchObject({ command });
    control.abort();
    await calling;
  });

  it('for always are remembered and can be revoked', async () => {
    await using studio = await servedStudio();
    writeFileSync(join(studio.folder, 'a.txt'), 'a\n');
    const calling = studio.tools.execute<string>('bash', { command: 'wc -l a.txt' });
    await vi.waitFor(async () => expect((await studio.api('/api/approvals')).body).toHaveLength(1));
    const [{ request }] = (await studio.api('/api/approvals')).body as [{ request: { id: string } }];
    await studio.api(`/api/approvals/${request.id}`, { method: 'POST', body: { approved: true, scope: 'always' } });
    expect(await calling).toMatchObject({ ok: true });
    expect(await studio.tools.execute<string>('bash', { command: 'wc -l a.txt' })).toMatchObject({ ok: true });
    const [remembered] = (await studio.api('/api/remembered')).body as [{ id: string; scope: string }];
    expect(remembered.scope).toBe('always');
    expect(await studio.api(`/api/remembered/${remembered.id}`, { method: 'DELETE' })).toMatchObject({
      body: { done: true },
    });
    expect((await studio.api('/api/remembered')).body).toEqual([]);
  });
});

describe('the settings', () => {
  it('explain every part of a command with the rule that covers it', async () => {
    await using studio = await servedStudio({
      tools: { permissions: { allow: ['Bash(git log *)'], deny: ['Bash(rm *)'] } },
    });
    const body = { tool: 'bash', arguments: { command: 'git log -3 | sort; rm x' } };
    expect((await studio.api('/api/settings/explain', { method: 'POST', body })).body).toMatchObject({
      decision: 'deny',
      parts: [
        { text: 'git log -3', action: 'approve', rule: 'Bash(git log *)' },
        { text: 'sort', concerns: ['no rule covers sort'] },
        { text: 'rm x', action: 'deny', rule: 'Bash(rm *)' },
      ],
    });
  });

  it('trust only what they show, and revoke it', async () => {
    await using empty = await servedStudio();
    const file = join(empty.folder, 'hooks.json');
    writeFileSync(file, JSON.stringify([{ name: 'lint', type: 'PostToolUse', toolPatterns: ['*'], command: 'true' }]));
    const hooks = await loadHooks(file, { workspace: empty.folder, trust: empty.parts.trust });
    await using studio = await servedStudio({
      more: { hooks, workspace: empty.parts.workspace, trust: empty.parts.trust },
    });
    const read = async (): Promise<{
      hookDiagnostics: { kind: string; trust?: { subject: string; digest: string } }[];
      trust: unknown[];
    }> => (await studio.api('/api/settings')).body as Awaited<ReturnType<typeof read>>;
    const change = (await read()).hookDiagnostics.find(({ kind }) => kind === 'untrusted')?.trust;
    const digest = `sha256:${'0'.repeat(64)}`;
    expect(await studio.api('/api/trust', { method: 'POST', body: { ...change, digest } })).toMatchObject({
      status: 409,
      body: { error: { code: 'NOT_SHOWN' } },
    });
    expect(await studio.api('/api/trust', { method: 'POST', body: change })).toMatchObject({ body: { done: true } });
    expect((await read()).trust).toMatchObject([{ subject: change?.subject }]);
    const path = `/api/trust/${encodeURIComponent(change?.subject ?? '')}`;
    expect(await studio.api(path, { method: 'DELETE' })).toMatchObject({ body: { done: true } });
    expect((await read()).trust).toEqual([]);
  });
});
