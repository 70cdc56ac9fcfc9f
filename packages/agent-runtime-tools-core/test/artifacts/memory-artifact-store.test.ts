import { describe, expect, it } from 'vitest';
import { MemoryArtifactStore } from '../../src/index.ts';

const ALICE = { principalId: 'alice', taskId: 'task' };
const BOB = { principalId: 'bob', taskId: 'task' };

/** The texts of those artifacts that the store still has. */
async function kept(store: MemoryArtifactStore, artifacts: readonly { id: string; owner: typeof ALICE }[]) {
  const pages = await Promise.all(artifacts.map(({ id, owner }) => store.read(id, { owner })));
  return pages.map((page) => page?.text);
}

describe('the artifact store in memory', () => {
  it('drops the oldest artifact of the principal with the most text when it is full', async () => {
    const store = new MemoryArtifactStore({ maxChars: 10 });
    const put = async (text: string, owner: typeof ALICE) => ({
      ...(await store.put(text, { owner, callId: 'c' })),
      owner,
    });
    const artifacts = [await put('aaa', ALICE), await put('bbb', BOB), await put('AAAA', ALICE)];
    expect(await kept(store, artifacts)).toEqual(['aaa', 'bbb', 'AAAA']);
    artifacts.push(await put('B', BOB));
    expect(await kept(store, artifacts)).toEqual([undefined, 'bbb', 'AAAA', 'B']);
    artifacts.push(await put('BB', BOB));
    expect(await kept(store, artifacts)).toEqual([undefined, 'bbb', 'AAAA', 'B', 'BB']);
    artifacts.push(await put('x'.repeat(10), ALICE));
    expect((await kept(store, artifacts)).filter((text) => text !== undefined)).toEqual(['x'.repeat(10)]);
  });

  it('refuses an artifact that is larger than the store', async () => {
    const store = new MemoryArtifactStore({ maxChars: 10 });
    await expect(store.put('x'.repeat(11), { owner: ALICE, callId: 'c' })).rejects.toThrow(RangeError);
    expect(await store.put('x'.repeat(10), { owner: ALICE, callId: 'c' })).toMatchObject({ size: 10 });
  });

  it('returns pages to the owner and to the tasks that its task was started from', async () => {
    const store = new MemoryArtifactStore();
    const owner = { ...ALICE, taskId: 'sub', parentTasks: ['task'] };
    const { id } = await store.put('0123456789', { owner, callId: 'c', mediaType: 'text/csv', description: 'Digits' });
    expect(await store.read(id, { owner, offset: 2, limit: 3 })).toEqual({ text: '234', offset: 2, total: 10 });
    expect(await store.read(id, { owner: ALICE })).toEqual({ text: '0123456789', offset: 0, total: 10 });
    expect(await store.read(id, { owner: { ...ALICE, taskId: 'other' } })).toBeUndefined();
    expect(await store.read(id, { owner: BOB })).toBeUndefined();
    expect(await store.read('artifact-0', { owner })).toBeUndefined();
  });

  it('returns the artifact of a task without parent tasks to no other task of its principal', async () => {
    const store = new MemoryArtifactStore();
    const { id } = await store.put('text', { owner: ALICE, callId: 'c' });
    expect(await store.read(id, { owner: { ...ALICE, taskId: 'other' } })).toBeUndefined();
    expect(await store.read(id, { owner: ALICE })).toMatchObject({ text: 'text' });
  });

  it('gives the type, the size and, if there is one, the description of an artifact', async () => {
    const store = new MemoryArtifactStore();
    const plain = await store.put('text', { owner: ALICE, callId: 'c' });
    expect(plain).toEqual({ id: plain.id, mediaType: 'text/plain', size: 4 });
    const described = { mediaType: 'text/csv', description: 'Digits' };
    expect(await store.put('1,2', { owner: ALICE, callId: 'c', ...described })).toMatchObject({
      ...described,
      size: 3,
    });
  });
});
