import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock, type Clock } from '@ku0/agent-runtime-tools-core';
import { ApprovalGate, FileApprovalStore, MemoryApprovalStore, type ApprovalStore } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session, until } from '../fixtures/session.ts';
import { storedPending, storedRequest, LOCAL_STORES } from '../fixtures/stores.ts';

const LS = { command: 'ls' };
const yes = { approved: true };

/** A clock whose timers run when it is moved. */
class TestClock implements Clock {
  #now = 1_800_000_000_000;
  readonly #tasks = new Set<{ readonly at: number; readonly task: () => void }>();

  now(): number {
    return this.#now;
  }

  schedule(task: () => void, ms: number): () => void {
    const entry = { at: this.#now + ms, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  get timers(): number {
    return this.#tasks.size;
  }

  move(ms: number): void {
    this.#now += ms;
    const due = [...this.#tasks].filter(({ at }) => at <= this.#now);
    for (const entry of due) {
      this.#tasks.delete(entry);
      entry.task();
    }
  }
}

describe('A request that waits in a live process', () => {
  it.each(LOCAL_STORES)('is not restored elsewhere, with %s', async (_, open) => {
    using folder = new Folder();
    const store = open(folder);
    const first = session(folder, { store, gate: new ApprovalGate({ store }) });
    const call = first.run('bash', LS);
    await until(() => first.gatekeeper.gate.pending().length === 1);
    const [request] = first.gatekeeper.gate.pending();
    const id = request?.id ?? '';
    await store.changePending(id, () => undefined);

    const second = session(folder, { store, ask: () => ({ approved: false }) });
    const other = second.gatekeeper.gate;
    expect(await other.restore()).toEqual([]);
    expect(other.pending()).toEqual([]);
    expect(await second.run('bash', LS)).toMatchObject({ ok: false });
    // Its own gate does not take it for one that was left behind either.
    expect(await first.gatekeeper.gate.restore()).toEqual([]);
    expect(await first.gatekeeper.gate.answer(id, yes)).toMatchObject({ ok: true });
    expect(await call).toMatchObject({ ok: true });
    expect(await store.pending()).toEqual([]);
    await store.close?.();
  });

  it('stays so for as long as it waits, by a lease that is renewed', async () => {
    using folder = new Folder();
    const clock = new TestClock();
    const store = new MemoryApprovalStore();
    const gate = new ApprovalGate({ store, clock, timeoutMs: 3_600_000 });
    const { run } = session(folder, { store, gate });
    const other = new ApprovalGate({ store, clock });
    const call = run('bash', LS);
    await until(() => gate.pending().length === 1);
    await until(() => clock.timers === 3);
    for (let minutes = 0; minutes < 10; minutes++) {
      for (let step = 0; step < 4; step++) {
        clock.move(15_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(await other.restore()).toEqual([]);
    }
    await gate.answer(gate.pending()[0]?.id ?? '', yes);
    expect(await call).toMatchObject({ ok: true });
    // Nothing waits, nothing ticks.
    expect(clock.timers).toBe(0);
  });
});

describe('A request whose process', () => {
  const now = systemClock.now();
  const held = (process: string, leaseEnd: number) =>
    storedPending({
      request: storedRequest({ createdAt: now - 1000, expiresAt: now + 60_000 }),
      holder: { id: 'other', process, until: leaseEnd },
    });
  const restored = async (pending: ReturnType<typeof held>): Promise<number> => {
    const store = new MemoryApprovalStore();
    await store.putPending(pending);
    return (await new ApprovalGate({ store }).restore()).length;
  };

  it('is on another machine is restored when its lease has ended, and not before', async () => {
    expect(await restored(held('elsewhere/1/1/x', now + 30_000))).toBe(0);
    expect(await restored(held('elsewhere/1/1/x', now - 1))).toBe(1);
  });

  it('has a lease from a future that the clock was set back from is restored', async () => {
    expect(await restored(held('elsewhere/1/1/x', now + 24 * 3_600_000))).toBe(1);
  });

  it('was killed is restored at once', async () => {
    using folder = new Folder();
    const file = join(folder.base, 'approvals.json');
    const setting = { kind: 'file', file, root: folder.path, state: folder.state, calls: ['ls'], hang: true };
    const program = join(import.meta.dirname, '../fixtures/process.mjs');
    const child = fork(program, [JSON.stringify(setting)], { stdio: 'ignore' });
    await once(child, 'message');
    const gate = new ApprovalGate({ store: new FileApprovalStore({ file }) });
    expect(await gate.restore()).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await gate.restore()).toMatchObject([{ tool: 'bash', args: LS }]);
  });
});

describe('An orderly shutdown', () => {
  it.each(LOCAL_STORES)('leaves what waits in %s, until it expires', async (_, open) => {
    using folder = new Folder();
    const store = open(folder);
    const first = session(folder, { store, ask: () => undefined });
    const call = first.run('bash', LS);
    await until(() => first.asked.length === 1);
    await first.coordinator.shutdownAll();
    expect(await call).toMatchObject({ ok: false });
    expect(first.ran).toEqual([]);
    const [left] = await store.pending();
    expect(left?.request.id).toBe(first.asked[0]?.id);
    expect(left).not.toHaveProperty('holder');

    const next = session(folder, { store, ask: () => ({ approved: false }) });
    const { gate } = next.gatekeeper;
    expect(await gate.restore()).toHaveLength(1);
    expect(gate.pending()).toHaveLength(1);
    expect(await gate.answer(left?.request.id ?? '', yes)).toMatchObject({ ok: true });
    expect(gate.pending()).toEqual([]);
    expect(await gate.answer(left?.request.id ?? '', yes)).toMatchObject({ ok: false });
    expect(await next.run('bash', LS)).toMatchObject({ ok: true });
    expect(await next.run('bash', LS)).toMatchObject({ ok: false });
    expect(next.ran).toHaveLength(1);
    await store.close?.();
  });

  it('leaves nothing that is over by then', async () => {
    using folder = new Folder();
    const clock = new TestClock();
    const store: ApprovalStore = new MemoryApprovalStore();
    const { run, coordinator } = session(folder, { gate: new ApprovalGate({ store, clock }), ask: () => undefined });
    const call = run('bash', LS);
    await until(() => clock.timers > 0);
    await coordinator.shutdownAll();
    await call;
    const later = new ApprovalGate({ store, clock });
    expect(await later.restore()).toHaveLength(1);
    clock.move(300_000);
    expect(later.pending()).toEqual([]);
    const [{ request } = storedPending()] = await store.pending();
    expect(await later.answer(request.id, yes)).toMatchObject({ error: { code: 'REQUEST_NOT_PENDING' } });
    expect(await later.restore()).toEqual([]);
    expect(await store.pending()).toEqual([]);
  });

  it('does not keep what was cancelled before', async () => {
    using folder = new Folder();
    const store = new MemoryApprovalStore();
    const { run, coordinator, asked } = session(folder, { store, ask: () => undefined });
    const call = run('bash', LS);
    await until(() => asked.length === 1);
    coordinator.cancelTask('task');
    await call;
    expect(await store.pending()).toEqual([]);
  });
});

describe('The answer to a request that was left behind', () => {
  const left = async () => {
    const store = new MemoryApprovalStore();
    const now = systemClock.now();
    const request = storedRequest({ createdAt: now - 1000, expiresAt: now + 60_000, principal: { id: 'anna' } });
    await store.putPending(storedPending({ request }));
    return { store, gate: new ApprovalGate({ store }) };
  };

  it('is taken without restoring first, from its principal', async () => {
    const { gate, store } = await left();
    expect(await gate.answer('r1', yes, { principalId: 'ben' })).toMatchObject({ ok: false });
    expect(await gate.answer('r1', yes, { principalId: 'anna' })).toMatchObject({ ok: true });
    expect(await store.pending()).toMatchObject([{ answer: yes }]);
  });

  it('is refused where it is too large to be stored, and the request stays', async () => {
    const { gate, store } = await left();
    const feedback = 'x'.repeat(1024 * 1024);
    expect(await gate.answer('r1', { approved: true, feedback })).toMatchObject({ error: { code: 'ANSWER_INVALID' } });
    expect(await gate.restore()).toHaveLength(1);
    expect((await store.pending())[0]).not.toHaveProperty('answer');
  });

  it('is refused by a store that fails, and by a gate without one', async () => {
    class Broken extends MemoryApprovalStore {
      override changePending(): Promise<never> {
        return Promise.reject(new Error('disk is gone'));
      }
    }
    const gate = new ApprovalGate({ store: new Broken() });
    expect(await gate.answer('r1', yes)).toMatchObject({
      error: { code: 'STORE_UNAVAILABLE', message: expect.stringContaining('disk is gone') },
    });
    const none = new ApprovalGate();
    expect(await none.answer('r1', yes)).toMatchObject({ error: { code: 'REQUEST_NOT_PENDING' } });
    expect(await none.restore()).toEqual([]);
    const owner = { principalId: '', taskId: 't' };
    expect(await none.takeAnswer({ key: 'k', digest: 'd', owner })).toBeUndefined();
  });
});
