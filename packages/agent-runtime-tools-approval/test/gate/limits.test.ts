import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineTool, ok, systemClock, Type } from '@ku0/agent-runtime-tools-core';
import {
  approval,
  ApprovalGate,
  FileApprovalStore,
  MemoryApprovalStore,
  type PendingApproval,
} from '../../src/index.ts';
import { storeWithTimeout } from '../../src/stores/store-with-timeout.ts';
import { Folder } from '../fixtures/folder.ts';
import { session, until } from '../fixtures/session.ts';

describe('approval', () => {
  it.each([{ timeoutMs: Infinity }, { timeoutMs: 2 ** 45 }, { expiresAfterMs: Infinity }])(
    'remembers with %j, and does not spoil its store',
    async (limits) => {
      using folder = new Folder();
      const store = new FileApprovalStore({ file: join(folder.state, 'approvals.json') });
      const ask = () =>
        new Promise<{ approved: boolean; scope: 'always' }>((resolve) => {
          setTimeout(() => resolve({ approved: true, scope: 'always' }), 20);
        });
      const { run, asked, gatekeeper } = session(folder, { ...limits, store, ask });
      expect(await run('bash', { command: 'npm test' })).toMatchObject({ ok: true });
      expect(await run('bash', { command: 'npm test' })).toMatchObject({ ok: true });
      expect(asked).toHaveLength(1);
      expect(await gatekeeper.memory.list()).toHaveLength(1);
      expect(store.problems()).toEqual([]);
    },
  );

  it.each([Number.NaN, 0, -1, '5' as unknown as number])('refuses %j as a limit', (limit) => {
    expect(() => approval({ timeoutMs: limit })).toThrow(TypeError);
    expect(() => approval({ expiresAfterMs: limit })).toThrow(TypeError);
  });

  it('does not take an expired consent for valid again when the clock is set back', async () => {
    using folder = new Folder();
    let now = 1_800_000_000_000;
    const store = new MemoryApprovalStore();
    const gate = new ApprovalGate({ store, clock: { ...systemClock, now: () => now } });
    const ask = () => ({ approved: true, scope: 'always' as const });
    const { run, asked, gatekeeper } = session(folder, { store, gate, expiresAfterMs: 1000, ask });
    for (const [step, times] of [
      [0, 1],
      [10, 1],
      [2000, 2],
      [-3_600_000, 3],
      [0, 3],
    ] as const) {
      now += step;
      await run('bash', { command: 'npm test' });
      expect(asked).toHaveLength(times);
    }
    expect(await gatekeeper.memory.list()).toHaveLength(1);
  });

  it('takes a rule for valid until it expires, and not while the clock is before it was made', async () => {
    using folder = new Folder();
    let now = 1_800_000_000_000;
    const store = new MemoryApprovalStore();
    const gate = new ApprovalGate({ store, clock: { ...systemClock, now: () => now } });
    let scope: 'always' | 'once' = 'always';
    const { run, asked } = session(folder, {
      store,
      gate,
      expiresAfterMs: 1000,
      ask: () => ({ approved: true, scope }),
    });
    await run('bash', { command: 'git log -3' });
    scope = 'once';
    for (const [step, times] of [
      [10, 1],
      [980, 1],
      [-980, 1],
      [-3_600_000, 2],
      [3_600_000, 2],
      [990, 3],
    ] as const) {
      now += step;
      await run('bash', { command: 'git log -5' });
      expect([step, asked.length]).toEqual([step, times]);
    }
  });

  it('leaves nothing in the store of a request that was withdrawn while it was being kept', async () => {
    using folder = new Folder();
    const store = new SlowStore();
    const gate = new ApprovalGate({ store });
    const { run } = session(folder, { store, gate });
    const controller = new AbortController();
    const call = run('bash', { command: 'ls' }, { signal: controller.signal });
    await until(() => gate.pending().length > 0);
    controller.abort();
    expect(await call).toMatchObject({ error: { code: 'CANCELLED' } });
    await store.kept;
    expect(await store.pending()).toEqual([]);
  });

  it('does not wait for ever for a store that does not answer', async () => {
    class Silent extends MemoryApprovalStore {
      override list(): Promise<never> {
        return new Promise(() => {});
      }
    }
    const store = new Silent();
    await expect(storeWithTimeout(store, 20).list()).rejects.toThrow('does not answer');
    expect(await storeWithTimeout(store, 20).pending()).toEqual([]);
  });

  it('remembers of a tool that nobody knows by name only what was shown', async () => {
    using folder = new Folder();
    const { coordinator, asked } = session(folder, { ask: () => ({ approved: true, scope: 'session' }) });
    const remote = defineTool({
      name: 'remote_run',
      parameters: Type.Object({ host: Type.String(), command: Type.String() }),
      capabilities: { executesCommands: true },
      requiresApproval: true,
      execute: async () => ok('done'),
    });
    coordinator.register(remote);
    await coordinator.execute('bash', { command: 'npm test' });
    for (const [host, times] of [
      ['a', 2],
      ['a', 2],
      ['b', 3],
    ] as const) {
      await coordinator.execute('remote_run', { host, command: 'npm test' });
      expect(asked).toHaveLength(times);
    }
    expect(asked[1]?.always).toEqual({ covers: expect.stringContaining('exactly these arguments') });
  });

  it('runs what the person gave, whatever becomes of the object it was in', async () => {
    using folder = new Folder();
    const modifiedArgs = { command: 'ls -la' };
    const { run, ran } = session(folder, {
      permissions: { deny: ['Bash(id)'] },
      ask: () => {
        setImmediate(() => (modifiedArgs.command = 'id'));
        return { approved: true, scope: 'session', modifiedArgs };
      },
    });
    const result = await run('bash', { command: 'ls' });
    expect(ran).toEqual([{ tool: 'bash', params: { command: 'ls -la' } }]);
    expect(result.metadata.warnings).toEqual([expect.stringContaining('not remembered')]);
  });
});

class SlowStore extends MemoryApprovalStore {
  kept: Promise<void> | undefined;

  override putPending(pending: PendingApproval): Promise<void> {
    this.kept = new Promise((resolve) => setTimeout(resolve, 50)).then(() => super.putPending(pending));
    return this.kept;
  }
}
