import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApprovalGate, type ApprovalRequest, type ApprovalStore } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { session } from '../fixtures/session.ts';
import { STORES, useServers } from '../fixtures/stores.ts';

useServers();

const LS = { command: 'ls' };
const yes = { approved: true };
const no = { approved: false };

/** A process that waits for the answers of others. */
function waitingSession(folder: Folder, store: ApprovalStore, timeoutMs = 60_000) {
  const gate = new ApprovalGate({ store, timeoutMs });
  return { gate, ...session(folder, { store, gate }) };
}

/** The request that waits in the store, as another process sees it. */
async function storedRequest(store: ApprovalStore): Promise<ApprovalRequest> {
  for (;;) {
    const found = (await store.pending()).find(({ answer }) => answer === undefined);
    if (found !== undefined) return found.request;
    await sleep(5);
  }
}

describe.each(STORES)('A request that waits in a live process, with $name', { timeout: 60_000 }, (kind) => {
  const pair = (folder: Folder) => [kind.open(folder), kind.open(folder)] as const;
  const closeAll = async (...stores: ApprovalStore[]): Promise<void> => {
    for (const store of stores) await store.close?.();
  };

  it('is answered from another, once, and the next to answer is told who was first', async () => {
    using folder = new Folder();
    const [own, others] = pair(folder);
    const { run, ran, gate, coordinator } = waitingSession(folder, own);
    const call = run('bash', LS);
    const { id } = await storedRequest(others);
    const elsewhere = new ApprovalGate({ store: others });
    expect(await elsewhere.answer(id, yes, { by: 'anna' })).toMatchObject({ ok: true, value: { isAwaited: true } });
    expect(await call).toMatchObject({ ok: true });
    expect(ran).toHaveLength(1);
    expect(await others.pending()).toEqual([]);
    expect(gate.pending()).toEqual([]);
    for (const late of [elsewhere, gate])
      expect(await late.answer(id, no, { by: 'ben' })).toMatchObject({
        error: { code: 'REQUEST_NOT_PENDING', message: expect.stringContaining('approved before, by anna') },
      });
    await coordinator.shutdownAll();
    await closeAll(others);
  });

  it('is denied from another, with what the person says', async () => {
    using folder = new Folder();
    const [own, others] = pair(folder);
    const { run, ran, coordinator } = waitingSession(folder, own);
    const call = run('bash', LS);
    const { id } = await storedRequest(others);
    await new ApprovalGate({ store: others }).answer(id, { approved: false, feedback: 'not on a Friday' });
    expect(await call).toMatchObject({ error: { details: { by: 'person', feedback: 'not on a Friday' } } });
    expect(ran).toEqual([]);
    await coordinator.shutdownAll();
    await closeAll(others);
  });

  it('is settled by the first of two answers, one here and one elsewhere, in each of 20 rounds', async () => {
    using folder = new Folder();
    const [own, others] = pair(folder);
    const { run, ran, gate, coordinator } = waitingSession(folder, own);
    const elsewhere = new ApprovalGate({ store: others });
    let expected = 0;
    for (let round = 0; round < 20; round++) {
      const call = run('bash', LS);
      const { id } = await storedRequest(others);
      // The one who begins changes from round to round.
      const answers = [() => gate.answer(id, yes), () => elsewhere.answer(id, no)];
      if (round % 2 === 1) answers.reverse();
      const given = await Promise.all(answers.map((answer) => answer()));
      const [here, there] = round % 2 === 1 ? given.toReversed() : given;
      expect([here?.ok, there?.ok].filter(Boolean)).toHaveLength(1);
      const result = await call;
      expect(result.ok).toBe(here?.ok);
      expected += here?.ok === true ? 1 : 0;
      expect(ran).toHaveLength(expected);
    }
    await coordinator.shutdownAll();
    await closeAll(others);
  });

  it('is answered by nobody but its principal, and nobody else is told about it', async () => {
    using folder = new Folder();
    const [own, others] = pair(folder);
    const { coordinator } = waitingSession(folder, own);
    const call = coordinator.execute('bash', LS, { principal: { id: 'anna' }, taskId: 't' });
    const { id } = await storedRequest(others);
    const elsewhere = new ApprovalGate({ store: others });
    const asBen = () => elsewhere.answer(id, yes, { principalId: 'ben' });
    const refused = { error: { code: 'REQUEST_NOT_PENDING', message: expect.not.stringContaining('anna') } };
    expect(await asBen()).toMatchObject(refused);
    expect(await elsewhere.answer(id, yes, { principalId: 'anna' })).toMatchObject({ ok: true });
    expect(await asBen()).toMatchObject(refused);
    expect(await call).toMatchObject({ ok: true });
    expect(await asBen()).toMatchObject(refused);
    await coordinator.shutdownAll();
    await closeAll(others);
  });

  it('keeps its answer: the same call in another process is asked about for itself', async () => {
    using folder = new Folder();
    const [own, others] = pair(folder);
    const first = waitingSession(folder, own);
    const call = first.run('bash', LS);
    const { id } = await storedRequest(others);
    const second = session(folder, { store: others, ask: () => no });
    // As if the first process were slow: the answer is in the store, and the other makes its call.
    const [answered, denied] = await Promise.all([
      new ApprovalGate({ store: others }).answer(id, yes),
      second.run('bash', LS),
    ]);
    expect(answered.ok).toBe(true);
    expect(denied).toMatchObject({ error: { details: { by: 'person' } } });
    expect(await call).toMatchObject({ ok: true });
    expect([first.ran.length, second.ran.length]).toEqual([1, 0]);
    await first.coordinator.shutdownAll();
    await second.coordinator.shutdownAll();
  });

  it('that is shut down with its coordinator can be answered for later', async () => {
    using folder = new Folder();
    const [own, others] = pair(folder);
    const first = waitingSession(folder, own);
    const call = first.run('bash', LS);
    const { id } = await storedRequest(others);
    await first.coordinator.shutdownAll();
    expect(await call).toMatchObject({ error: { code: 'SHUT_DOWN' } });
    const elsewhere = new ApprovalGate({ store: others });
    expect(await elsewhere.restore()).toMatchObject([{ id }]);
    expect(await elsewhere.answer(id, yes)).toMatchObject({ ok: true, value: { isAwaited: false } });
    const second = session(folder, { store: others, ask: () => no });
    expect((await second.run('bash', LS)).ok).toBe(true);
    expect((await second.run('bash', LS)).ok).toBe(false);
    await second.coordinator.shutdownAll();
  });
});
