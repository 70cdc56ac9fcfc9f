import { describe, expect, it } from 'vitest';
import { answerChannelOf, type AnswerChannel, type ApprovalStore } from '../../src/stores/approval-store.ts';
import { Folder } from '../fixtures/folder.ts';
import { STORES, storedPending, storedRequest, useServers } from '../fixtures/stores.ts';

useServers();

const yes = { approved: true };
const source = (by: string, at = Date.now()) => ({ id: `answer of ${by}`, by, at });
const heldBy = (id: string, holderId: string) =>
  storedPending({
    request: storedRequest({ id, principal: { id: 'anna' } }),
    holder: { id: holderId, process: 'p', until: 1500, takesAnswers: true },
  });

function channelOf(store: ApprovalStore): AnswerChannel {
  const channel = answerChannelOf(store);
  if (channel === undefined) throw new Error('The store has no channel.');
  return channel;
}

describe.each(STORES)('$name', { timeout: 30_000 }, ({ open }) => {
  it('knows which requests a gate holds, and which of them are answered', async () => {
    using folder = new Folder();
    const store = open(folder);
    for (const [id, holder] of Object.entries({ r1: 'x', r2: 'x', r3: 'y' }))
      await store.putPending(heldBy(id, holder));
    await store.putPending(storedPending({ request: storedRequest({ id: 'r4' }) }));
    const answeredBy = source('ben');
    await store.changePending('r2', (pending) => ({ ...pending, answer: yes, answeredBy }));
    await store.renewPending('x', 9000);
    const { ids, answered } = await channelOf(store).held('x');
    expect([...ids].sort()).toEqual(['r1', 'r2']);
    expect(answered).toEqual([
      { ...heldBy('r2', 'x'), answer: yes, answeredBy, holder: { ...heldBy('r2', 'x').holder, until: 9000 } },
    ]);
    expect(await channelOf(store).held('nobody')).toEqual({ ids: [], answered: [] });
    await store.close?.();
  });

  it('remembers whose answer counted: the stored one, else that of who takes the request', async () => {
    using folder = new Folder();
    const store = open(folder);
    const settled = (id: string) => channelOf(store).settled(id);
    for (const id of ['r1', 'r2', 'r3']) await store.putPending(heldBy(id, 'x'));
    const [ben, carl] = [source('ben'), source('carl')];
    await store.changePending('r1', (pending) => ({ ...pending, answer: { approved: false }, answeredBy: ben }));
    const taker = { holderId: 'x', answer: { approved: true, source: carl } };
    expect(await store.takePending('r1', taker)).toMatchObject({ answer: { approved: false }, answeredBy: ben });
    expect(await store.takePending('r2', taker)).not.toHaveProperty('answer');
    await store.takePending('r3', { holderId: 'x' });
    const common = { principalId: 'anna', takenBy: 'x' };
    expect(await settled('r1')).toEqual({ requestId: 'r1', ...common, approved: false, source: ben });
    expect(await settled('r2')).toEqual({ requestId: 'r2', ...common, approved: true, source: carl });
    expect(await settled('r3')).toBeUndefined();
    await store.purge(Date.now() + 25 * 3_600_000);
    expect(await settled('r1')).toBeUndefined();
    await store.close?.();
  });

  it('takes one of many answers that are given at once, through two connections', async () => {
    using folder = new Folder();
    const stores = [open(folder), open(folder)];
    await stores[0]?.putPending(heldBy('r1', 'x'));
    const given = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => ({
        by: `p${at}`,
        isFirst: await stores[at % 2]?.changePending('r1', (pending) =>
          pending.answer === undefined ? { ...pending, answer: yes, answeredBy: source(`p${at}`) } : undefined,
        ),
      })),
    );
    const winners = given.filter(({ isFirst }) => isFirst);
    expect(winners).toHaveLength(1);
    expect((await stores[1]?.takePending('r1'))?.answeredBy?.by).toBe(winners[0]?.by);
    for (const store of stores) await store.close?.();
  });

  it('does not lose an answer when the request is stored again', async () => {
    using folder = new Folder();
    const store = open(folder);
    await store.putPending(heldBy('r1', 'x'));
    await store.putPending(heldBy('r1', 'y'));
    expect(await store.pending()).toEqual([heldBy('r1', 'y')]);
    await store.changePending('r1', (pending) => ({ ...pending, answer: yes, answeredBy: source('ben') }));
    await store.putPending(heldBy('r1', 'z'));
    expect(await store.pending()).toMatchObject([{ answer: yes, holder: { id: 'y' } }]);
    await store.close?.();
  });

  it('tells a gate that one of its requests was answered through another connection', async () => {
    using folder = new Folder();
    const [store, other] = [open(folder), open(folder)];
    await store.putPending(heldBy('r1', 'x'));
    let told = 0;
    const stop = await channelOf(store).watch('x', () => void told++);
    // It is also told once it listens.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = told;
    await other.changePending('r1', (pending) => ({ ...pending, answer: yes, answeredBy: source('ben') }));
    await expect.poll(() => told, { timeout: 20_000 }).toBeGreaterThan(before);
    await stop();
    for (const each of [store, other]) await each.close?.();
  });

  it('keeps what is hard to keep: control characters, other scripts, quotes', async () => {
    using folder = new Folder();
    const store = open(folder);
    const text = `a\u0000b\u001b[2J"'\\ \u2028 日本 🦊 {"x":1} %s $1 :name`;
    const pending = storedPending({
      request: storedRequest({ args: { text }, principal: { id: `o'neil "x" 日本` } }),
      key: text,
    });
    await store.putPending(pending);
    expect(await store.pending()).toEqual([pending]);
    const answer = { approved: true, feedback: text };
    await store.changePending('r1', (each) => ({ ...each, answer }));
    expect(await store.takePending('r1')).toEqual({ ...pending, answer });
    await store.close?.();
  });
});
