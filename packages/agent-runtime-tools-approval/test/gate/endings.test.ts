import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { approval, ApprovalGate, MemoryApprovalStore, SqliteApprovalStore } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session, until } from '../fixtures/session.ts';
import { storedApproval, storedPending } from '../fixtures/stores.ts';
import { recordingTools } from '../fixtures/tools.ts';

const LS = { command: 'ls' };

describe('One approval in two coordinators', () => {
  it('denies, when one is shut down, what waits there and nothing else', async () => {
    using folder = new Folder();
    const store = new SqliteApprovalStore({ file: join(folder.state, 'approvals.db') });
    const gatekeeper = approval({ store, ask: () => undefined });
    const { ran, bash } = recordingTools();
    const [first, second, third] = [1, 2, 3].map(() =>
      new ToolCoordinator({ services: { workspace: folder.workspace } }).use(gatekeeper).register(bash),
    );
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');
    const calls = [first, second].map((tools, index) => tools.execute('bash', LS, { taskId: `t${index}` }));
    await until(() => gatekeeper.gate.pending().length === 2);
    await first.shutdownAll();
    expect(await calls[0]).toMatchObject({ ok: false });
    const [left, ...others] = gatekeeper.gate.pending();
    expect([left?.taskId, others]).toEqual(['t1', []]);
    await gatekeeper.gate.answer(left?.id ?? '', { approved: true, scope: 'always' });
    expect(await calls[1]).toMatchObject({ ok: true });
    await second.shutdownAll();
    // What was remembered counts in the one that is left, and the store opens again after the last.
    expect(await third.execute('bash', { command: 'ls' })).toMatchObject({ ok: true });
    expect(ran).toHaveLength(2);
    await third.shutdownAll();
  });

  it('denies what waits for a call that its coordinator did not stop', async () => {
    const gate = new ApprovalGate();
    const request = { ...storedPending().request, expiresAt: gate.clock.now() + 60_000 };
    const signal = new AbortController().signal;
    const waiting = ['a', 'b'].map((coordinatorId) =>
      gate.request({ ...request, id: coordinatorId }, { key: 'k', signal, coordinatorId }),
    );
    await gate.close({ coordinatorId: 'a' });
    expect(await waiting[0]).toEqual({ kind: 'closed' });
    expect(gate.pending().map(({ id }) => id)).toEqual(['b']);
    await gate.close();
    expect(await waiting[1]).toEqual({ kind: 'closed' });
    expect(await gate.request(request, { key: 'k', signal })).toEqual({ kind: 'closed' });
  });
});

describe('The end of a task', () => {
  it('forgets what was allowed for its session, and nothing else', async () => {
    using folder = new Folder();
    const { coordinator, asked, gatekeeper } = session(folder, {
      ask: ({ taskId }) => ({ approved: true, scope: taskId === 'always' ? 'always' : 'session' }),
    });
    const asks = async (taskId: string, command: string): Promise<boolean> => {
      const before = asked.length;
      await coordinator.execute('bash', { command }, { taskId });
      return asked.length > before;
    };
    expect([await asks('t', 'npm test'), await asks('u', 'npm test')]).toEqual([true, true]);
    expect(await asks('always', 'git status')).toBe(true);
    await coordinator.endTask('t');
    expect(await gatekeeper.memory.list()).toMatchObject([{ taskId: 'u' }, { scope: 'always' }]);
    expect([await asks('t', 'npm test'), await asks('u', 'npm test')]).toEqual([true, false]);
    expect(await asks('t', 'git status')).toBe(false);
  });

  it('may be that of one principal alone', async () => {
    using folder = new Folder();
    const { coordinator, gatekeeper } = session(folder, { ask: () => ({ approved: true, scope: 'session' }) });
    for (const id of ['anna', 'ben']) await coordinator.execute('bash', LS, { principal: { id }, taskId: 't' });
    gatekeeper.memory.endTask({ taskId: 't', principalId: 'anna' });
    expect(await gatekeeper.memory.list()).toMatchObject([{ principalId: 'ben' }]);
  });
});

describe('A session', () => {
  it('that is asked very much keeps the latest consents', async () => {
    using folder = new Folder();
    const { run, gatekeeper } = session(folder, { ask: () => ({ approved: true, scope: 'session' }) });
    for (let index = 0; index <= 1000; index++) await run('send_note', { p: String(index) });
    const kept = await gatekeeper.memory.list();
    expect(kept).toHaveLength(1000);
    expect(kept.at(-1)?.covers).toContain('"1000"');
    expect(kept.some(({ covers }) => covers.includes('"0"'))).toBe(false);
  });
});

it('purge removes what has expired from the store', async () => {
  const store = new MemoryApprovalStore();
  await store.add(storedApproval({ expiresAt: 2000 }));
  await store.add(storedApproval({ id: 'lasting' }));
  await store.putPending(storedPending());
  const gatekeeper = approval({ store });
  expect(await gatekeeper.purge()).toBe(2);
  expect(await store.list()).toMatchObject([{ id: 'lasting' }]);
  expect(await store.pending()).toEqual([]);
});

it('approval publishes who or what let a call run', async () => {
  using folder = new Folder();
  const { run, coordinator } = session(folder, {
    permissions: { allow: ['Bash(git status)'], deny: ['Bash(rm *)'] },
    ask: ({ args }) => ({ approved: args['command'] !== 'id', scope: 'session', feedback: 'So be it.' }),
  });
  const seen: unknown[] = [];
  coordinator.activity.subscribe('approval_decided', ({ data }) => void seen.push(data));
  for (const command of ['git status', 'npm test', 'npm test', 'rm x', 'id']) await run('bash', { command });
  expect(seen).toMatchObject([
    { approved: true, by: expect.stringMatching(/^policy/), rule: 'Bash(git status)' },
    { approved: true, by: 'person', reason: 'approved by a person, for the session' },
    { approved: true, by: 'session', rule: 'Bash(npm test)', reason: expect.stringContaining('earlier') },
    { approved: false, by: 'policy', rule: 'Bash(rm *)' },
    { approved: false, by: 'person', reason: expect.stringContaining('So be it.') },
  ]);
});
