import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, extension } from '@ku0/agent-runtime-tools-core';
import { approval, FileApprovalStore, type ApprovalOptions, type ApprovalRequest } from '../src/index.ts';
import { Folder } from './fixtures/folder.ts';
import { session, until } from './fixtures/session.ts';
import { recordingTools } from './fixtures/tools.ts';

describe('What was approved is what runs', () => {
  it.each([
    ['sh s.sh', 's.sh'],
    ['python3 tools/x.py', 'tools/x.py'],
    ['node x.js', 'x.js'],
    ['./x', 'x'],
    ['source env.sh', 'env.sh'],
    ['bash -c "sh s.sh"', 's.sh'],
    ['make', 'Makefile'],
    ['npm run build', 'package.json'],
    ['cd sub && sh t.sh', 'sub/t.sh'],
  ])('appr-002: %s is refused when %s was rewritten while it was pending', async (command, file) => {
    const before = file === 'package.json' ? '{"scripts":{"build":"true"}}' : 'echo one\n';
    using folder = new Folder({ [file]: before });
    const { run, ran } = session(folder, {
      ask: () => {
        folder.write(file, file === 'package.json' ? '{"scripts":{"build":"touch MARK"}}' : 'touch MARK\n');
        return { approved: true };
      },
    });
    expect(await run('shell', { command })).toMatchObject({ ok: false, error: { code: 'APPROVAL_STALE' } });
    expect(ran).toEqual([]);
    folder.write(file, before);
    const unchanged = session(folder, { ask: () => ({ approved: true }) });
    expect(await unchanged.run('shell', { command })).toMatchObject({ ok: true });
  });

  it('a file that changed while its diff was shown is not written', async () => {
    using folder = new Folder({ 'a.txt': 'one' });
    const { run } = session(folder, {
      ask: () => {
        folder.write('a.txt', 'two');
        return { approved: true };
      },
    });
    expect(await run('write_file', { path: 'a.txt', content: 'x' })).toMatchObject({
      error: { code: 'APPROVAL_STALE' },
    });
  });

  it('appr-003: the approver sees what a hook has made of the arguments', async () => {
    using folder = new Folder();
    const rewriting = {
      ...extension({ name: 'rewrite', before: () => ({ params: { command: 'ls -la' } }) }),
      phase: 'hook',
    } as const;
    const { coordinator, run, asked, ran } = session(folder, { ask: () => ({ approved: true }) });
    coordinator.use(rewriting);
    await run('bash', { command: 'ls' });
    expect(asked.map(({ args }) => args)).toEqual([{ command: 'ls -la' }]);
    expect(ran).toEqual([{ tool: 'bash', params: { command: 'ls -la' } }]);
  });
});

describe('A request', () => {
  it('appr-007: that was withdrawn takes no late answer', async () => {
    using folder = new Folder();
    const controller = new AbortController();
    const { run, ran, gatekeeper } = session(folder, { ask: () => undefined });
    const call = run('bash', { command: 'ls' }, { signal: controller.signal });
    await until(() => gatekeeper.gate.pending().length === 1);
    const id = gatekeeper.gate.pending()[0]?.id ?? '';
    controller.abort();
    expect(await call).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(await gatekeeper.gate.answer(id, { approved: true })).toMatchObject({
      error: { code: 'REQUEST_NOT_PENDING' },
    });
    expect(ran).toEqual([]);
  });

  it('appr-008: that has expired is denied and takes no answer', async () => {
    using folder = new Folder();
    let request: ApprovalRequest | undefined;
    const { run, ran, gatekeeper } = session(folder, {
      timeoutMs: 30,
      ask: (each) => {
        request = each;
      },
    });
    expect(await run('bash', { command: 'ls' })).toMatchObject({
      error: { code: 'APPROVAL_DENIED', details: { by: 'timeout' } },
    });
    expect(await gatekeeper.gate.answer(request?.id ?? '', { approved: true })).toMatchObject({ ok: false });
    expect(ran).toEqual([]);
  });

  it('appr-010: stays pending when an answer goes to another id', async () => {
    using folder = new Folder();
    const { run, ran, gatekeeper } = session(folder, { ask: () => undefined });
    const call = run('bash', { command: 'ls' });
    await until(() => gatekeeper.gate.pending().length === 1);
    const [request] = gatekeeper.gate.pending();
    for (const id of ['', 'x', request?.callId ?? '', `${request?.id}x`]) {
      expect(await gatekeeper.gate.answer(id, { approved: true })).toMatchObject({ ok: false });
    }
    expect(gatekeeper.gate.pending()).toHaveLength(1);
    await gatekeeper.gate.answer(request?.id ?? '', { approved: true });
    expect(await call).toMatchObject({ ok: true });
    expect(await gatekeeper.gate.answer(request?.id ?? '', { approved: true })).toMatchObject({ ok: false });
    expect(ran).toHaveLength(1);
  });

  it('appr-022: is refused when a policy that came meanwhile denies it', async () => {
    using folder = new Folder();
    const { run, ran, gatekeeper } = session(folder, {
      ask: () => {
        gatekeeper.reload({ permissions: { deny: ['Bash(ls *)'] } });
        return { approved: true };
      },
    });
    expect(await run('bash', { command: 'ls' })).toMatchObject({
      error: { code: 'APPROVAL_DENIED', details: { rule: 'Bash(ls *)' } },
    });
    expect(ran).toEqual([]);
  });

  it.each([
    [
      'appr-026: throws',
      () => {
        throw new Error('no dialog');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no dialog'))],
    ['says something else than yes', () => ({ approved: 'yes' }) as never],
    ['gives a text', () => 'ok' as never],
  ])('is denied when whoever is asked %s', async (_, ask) => {
    using folder = new Folder();
    const { run, ran } = session(folder, { ask });
    expect(await run('bash', { command: 'ls' })).toMatchObject({
      error: { code: 'APPROVAL_DENIED', details: { by: 'failed' } },
    });
    expect(ran).toEqual([]);
  });

  it('appr-024: is denied at once when nobody can be asked, with the rule that would have allowed it', async () => {
    using folder = new Folder();
    const { run } = session(folder);
    const result = await run('bash', { command: 'git log -5' });
    expect(result).toMatchObject({
      error: { code: 'APPROVAL_DENIED', details: { by: 'headless', rule: 'Bash(git log *)' } },
    });
    expect(result).toHaveProperty('error.message', expect.stringContaining('Bash(git log *)'));
  });
});

describe('A lasting approval', () => {
  const always: ApprovalOptions = { ask: () => ({ approved: true, scope: 'always' }) };

  it('appr-012: covers the words it was given for, not others that look the same when joined', async () => {
    using folder = new Folder();
    const { run, asked } = session(folder, always);
    await run('run_command', { command: 'rm', args: ['a b'] });
    await run('run_command', { command: 'rm', args: ['a', 'b'] });
    await run('run_command', { command: 'echo', args: ['a b'] });
    await run('run_command', { command: 'npm', args: ['run', 'a b'] });
    await run('run_command', { command: 'npm', args: ['run', 'a', 'b'] });
    expect(asked).toHaveLength(5);
  });

  it('appr-015: holds in its folder alone', async () => {
    using folder = new Folder({ 'a/x': '', 'b/x': '' });
    const { run, asked } = session(folder, always);
    await run('bash', { command: 'npm test' }, { cwd: join(folder.path, 'a') });
    await run('bash', { command: 'npm test' }, { cwd: join(folder.path, 'a') });
    expect(asked).toHaveLength(1);
    await run('bash', { command: 'npm test' }, { cwd: join(folder.path, 'b') });
    await run('run_command', { command: 'npm test', cwd: 'b' });
    expect(asked).toHaveLength(2);
  });

  it('appr-017: holds in its environment alone', async () => {
    using folder = new Folder();
    let environment: Record<string, string> = { PATH: '/bin' };
    const { run, asked } = session(folder, { ...always, environment: () => environment });
    await run('bash', { command: 'npm test' });
    await run('bash', { command: 'npm test' });
    expect(asked).toHaveLength(1);
    environment = { PATH: '/bin', NODE_OPTIONS: '--require ./x.js' };
    await run('bash', { command: 'npm test' });
    expect(asked).toHaveLength(2);
    await run('run_command', { command: 'npm test', env: { NODE_OPTIONS: '--require ./y.js' } });
    expect(asked).toHaveLength(3);
  });

  it('appr-020: tells apart what only looks the same', async () => {
    using folder = new Folder();
    const { run, asked } = session(folder, always);
    await run('send_note', { p: '\u00e9' });
    await run('send_note', { p: '\u00e9' });
    expect(asked).toHaveLength(1);
    await run('send_note', { p: 'e\u0301' });
    expect(asked).toHaveLength(2);
  });

  it('appr-023: starts closed after its file was spoiled, which is kept aside and reported', async () => {
    using folder = new Folder();
    const file = join(folder.base, 'approvals.json');
    const first = session(folder, { ...always, store: new FileApprovalStore({ file }) });
    await first.run('bash', { command: 'npm test' });
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.slice(0, -20));
    const second = session(folder, { ask: () => ({ approved: false }), store: new FileApprovalStore({ file }) });
    expect(await second.run('bash', { command: 'npm test' })).toMatchObject({ ok: false });
    expect(second.asked).toHaveLength(1);
    expect(second.gatekeeper.notices()).toEqual([expect.stringContaining('moved to')]);
    expect(readdirSync(folder.base).filter((name) => name.includes('.corrupt-'))).toHaveLength(1);
  });

  it('appr-025: gives a sub-agent no more than its parent has', async () => {
    using folder = new Folder();
    const parent = session(folder, always);
    const child = (more: Parameters<typeof approval>[0] = {}) => {
      const { ran, tools } = recordingTools();
      const coordinator = new ToolCoordinator({ services: { workspace: folder.workspace }, cwd: folder.path });
      coordinator.use(approval({ ...more, parent: parent.gatekeeper }));
      for (const tool of tools) coordinator.register(tool);
      return { ran, coordinator };
    };
    const eager = child({ permissions: { allow: ['Bash'] } });
    expect(await eager.coordinator.execute('bash', { command: 'ls' })).toMatchObject({ ok: false });
    await parent.run('bash', { command: 'ls' });
    expect(await eager.coordinator.execute('bash', { command: 'ls' })).toMatchObject({ ok: true });
    parent.gatekeeper.reload({ permissions: { deny: ['Bash(ls *)'] } });
    expect(await eager.coordinator.execute('bash', { command: 'ls' })).toMatchObject({ ok: false });
    expect(eager.ran).toHaveLength(1);
  });
});
