import { describe, expect, it } from 'vitest';
import { Folder } from '../fixtures/folder.ts';
import { STORES, storedApproval, storedPending, storedRequest, useServers } from '../fixtures/stores.ts';

useServers();

describe.each(STORES)('$name', { timeout: 30_000 }, ({ open }) => {
  it('keeps approvals until they are revoked, whosever they are', async () => {
    using folder = new Folder();
    const store = open(folder);
    const [first, second] = [storedApproval(), storedApproval({ id: 'a2', principalId: 'ben', expiresAt: 5000 })];
    await store.add(first);
    await store.add(second);
    expect(await store.list()).toEqual([first, second]);
    await store.add({ ...first, covers: 'changed' });
    expect((await store.list()).find(({ id }) => id === 'a1')?.covers).toBe('changed');
    expect(await store.revoke('a1')).toBe(true);
    expect(await store.revoke('a1')).toBe(false);
    expect(await store.list()).toEqual([second]);
    await store.close?.();
  });

  it('gives a request to one of several that take it', async () => {
    using folder = new Folder();
    const store = open(folder);
    await store.putPending(storedPending());
    const taken = await Promise.all([1, 2, 3].map(() => store.takePending('r1')));
    expect(taken.filter((each) => each !== undefined)).toEqual([storedPending()]);
    expect(await store.pending()).toEqual([]);
    await store.close?.();
  });

  it('changes a request in one step, or leaves it', async () => {
    using folder = new Folder();
    const store = open(folder);
    const other = storedPending({ request: storedRequest({ id: 'r2' }) });
    await store.putPending(storedPending());
    await store.putPending(other);
    const answer = { approved: true };
    expect(await store.changePending('r1', (pending) => ({ ...pending, answer }))).toBe(true);
    expect(await store.changePending('r1', ({ answer: known }) => known && undefined)).toBe(false);
    expect(await store.changePending('none', (pending) => pending)).toBe(false);
    expect(await store.pending()).toEqual(expect.arrayContaining([storedPending({ answer }), other]));
    expect(await store.pending()).toHaveLength(2);
    await store.close?.();
  });

  it('renews the lease of one holder and of no other', async () => {
    using folder = new Folder();
    const store = open(folder);
    const holder = (id: string) => ({ id, process: 'p', until: 1500 });
    for (const [index, id] of ['x', 'y', 'x'].entries()) {
      const request = storedRequest({ id: `r-${index}` });
      await store.putPending(storedPending({ request, holder: holder(id) }));
    }
    await store.putPending(storedPending());
    await store.renewPending('x', 9000);
    const leases = (await store.pending()).map(({ holder: found }) => `${found?.id} ${found?.until}`);
    expect(leases.sort()).toEqual(['undefined undefined', 'x 9000', 'x 9000', 'y 1500']);
    await store.close?.();
  });

  it('purges what has expired, and nothing else', async () => {
    using folder = new Folder();
    const store = open(folder);
    await store.add(storedApproval());
    await store.add(storedApproval({ id: 'a2', expiresAt: 2000 }));
    await store.add(storedApproval({ id: 'a3', expiresAt: 2001 }));
    await store.putPending(storedPending());
    await store.putPending(storedPending({ request: storedRequest({ id: 'r2', expiresAt: 2001 }) }));
    expect(await store.purge(1999)).toBe(0);
    expect(await store.list()).toHaveLength(3);
    expect(await store.purge(2000)).toBe(2);
    expect((await store.list()).map(({ id }) => id)).toEqual(['a1', 'a3']);
    expect((await store.pending()).map(({ request }) => request.id)).toEqual(['r2']);
    await store.close?.();
  });
});

describe.each(STORES.filter(({ name }) => name !== 'MemoryApprovalStore'))('$name', ({ open }) => {
  it('keeps an excerpt of what is large, which says what it leaves out', async () => {
    using folder = new Folder();
    const store = open(folder);
    const content = '\u0001'.repeat(12 * 1024 * 1024);
    const request = storedRequest({
      args: { path: 'a.txt', content, more: Array.from({ length: 50_000 }, (_, index) => `item ${index}`) },
      diff: content,
      reasons: [content],
      always: { covers: content, rule: content },
      preview: { summary: 's', changes: [{ kind: 'modify', target: 'a.txt', diff: content }], warnings: [content] },
    });
    await store.putPending(storedPending({ request }));
    const [kept] = await store.pending();
    expect(kept?.request).toMatchObject({ isExcerpt: true, id: 'r1', digest: 'd', args: { path: 'a.txt' } });
    expect(kept?.request.args['content']).toMatch(/… \[\d+ more characters; SHA-256 of the whole: [0-9a-f]{64}\]$/);
    expect(JSON.stringify(kept).length).toBeLessThan(300_000);
    // A small one is kept as it is.
    await store.putPending(storedPending());
    expect(await store.pending()).toEqual([storedPending()]);
    await store.close?.();
  });
});
