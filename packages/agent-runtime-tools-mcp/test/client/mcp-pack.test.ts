import { ToolCoordinator, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { approval } from '@ku0/agent-runtime-tools-approval';
import { hooks } from '@ku0/agent-runtime-tools-hooks';
import { describe, expect, it } from 'vitest';
import { mcpPack } from '../../src/index.ts';
import { registeredName } from '../../src/client/tools/tool-names.ts';
import { connected, hostile } from './fixtures/connected.ts';

describe('use_mcp_tool', () => {
  it('asks by default, and is covered by rules for the server and tool behind its arguments', async () => {
    const { servers } = await connected({ good: hostile('good') });
    const call = (options: Parameters<typeof approval>[0], tool_name = 'hello'): Promise<ToolResult> =>
      new ToolCoordinator()
        .use(approval(options))
        .registerPack(mcpPack(servers))
        .execute('use_mcp_tool', { server_name: 'good', tool_name });
    expect(await call({})).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^APPROVAL_/) } });
    expect(await call({ permissions: { allow: ['mcp__good__hello'] } })).toMatchObject({ ok: true });
    expect(await call({ permissions: { allow: ['mcp__good__hello'] } }, 'env')).toMatchObject({ ok: false });
    const denied = await call({ permissions: { allow: ['*', 'use_mcp_tool'], deny: ['mcp__good__hello'] } });
    expect(denied).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
  });

  it('is seen by hooks for the tool behind its arguments, like the tool itself', async () => {
    const { servers, tools } = await connected({ good: hostile('good') });
    const seen: unknown[] = [];
    tools.registerPack(mcpPack(servers)).use(
      hooks([
        {
          name: 'guard',
          type: 'PreToolUse',
          toolPatterns: ['mcp__good__hello'],
          run: (input) => {
            seen.push(input.preToolUse?.toolName);
            return { cancel: true, errorMessage: 'no' };
          },
        },
      ]),
    );
    const blocked = { ok: false, error: { code: 'HOOK_BLOCKED' } };
    expect(await tools.execute('use_mcp_tool', { server_name: 'good', tool_name: 'hello' })).toMatchObject(blocked);
    expect(await tools.execute('good__hello', {})).toMatchObject(blocked);
    expect(await tools.execute('use_mcp_tool', { server_name: 'good', tool_name: 'env' })).toMatchObject({ ok: true });
    expect(seen).toEqual(['use_mcp_tool', 'good__hello']);
  });

  it('names the servers and tools that there are, and checks arguments as the tool would', async () => {
    const { servers, tools } = await connected({ good: hostile('good'), patterns: hostile('patterns') });
    tools.registerPack(mcpPack(servers));
    const call = (server_name: string, tool_name: string, args = {}) =>
      tools.execute('use_mcp_tool', { server_name, tool_name, arguments: args });
    expect(await call('goood', 'hello')).toMatchObject({
      error: { code: 'SERVER_NOT_FOUND', message: expect.stringContaining('good') },
    });
    expect(await call('good', 'helo')).toMatchObject({
      error: { code: 'SERVER_TOOL_NOT_FOUND', message: expect.stringContaining('hello') },
    });
    expect(await call('patterns', 'slow', { a: 5 })).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    expect(await tools.execute('access_mcp_resource', { server_name: 'good', uri: 'x:y' })).toMatchObject({
      error: { code: 'SERVER_ERROR' },
    });
  });
});

describe('a tool of a server', () => {
  it('asks by default even if the server says that it only reads, and is refused in plan mode', async () => {
    const { servers, tools } = await connected({ good: hostile('good') });
    const careful = new ToolCoordinator().use(approval({}));
    servers.attach(careful);
    expect(await careful.execute('good__hello', {})).toMatchObject({ ok: false });
    expect(await tools.execute('good__hello', {}, { mode: 'plan' })).toMatchObject({
      error: { code: 'MODE_RESTRICTED' },
    });
  });

  it('is ended when idle and started again by the next call', async () => {
    const { servers, tools } = await connected({ good: { ...hostile('good'), idleTimeoutMs: 200 } });
    await expect.poll(() => servers.list()[0]?.state, { timeout: 10_000 }).toBe('idle');
    expect(await tools.execute('good__hello', {})).toMatchObject({ ok: true });
    await servers.close();
    expect(await tools.execute('good__hello', {})).toMatchObject({ error: { code: 'SERVER_NOT_AVAILABLE' } });
  });
});

describe('registered names', () => {
  it.each([
    ['github', 'create_issue', 'github__create_issue'],
    ['a-b', 'c-d', 'a-b__c-d'],
  ])('of %s and %s are %s', (server, tool, expected) => {
    expect(registeredName(server, tool)).toBe(expected);
  });

  it('never collide, are stable, and are accepted by every provider', () => {
    const parts = [
      'a',
      'a_',
      '_a',
      'a.b',
      'a b',
      'a/b',
      'a_b',
      'ä',
      'mcp',
      'é',
      '検索',
      'x'.repeat(70),
      'x'.repeat(71),
      'a_0123456789ab',
    ];
    const names = parts.flatMap((server) => parts.map((tool) => registeredName(server, tool)));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^(?!mcp__)[a-zA-Z0-9_-]{1,64}$/);
    expect(registeredName('my server', 'read.it')).toBe('my_server__read_it_f3af2f0ce84a');
  });
});
