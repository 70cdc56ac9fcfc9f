import { describe, expect, it } from 'vitest';
import { Folder } from '../fixtures/folder.ts';
import { STORES, storedApproval, storedPending, storedRequest, useServers } from '../fixtures/stores.ts';

useServers();

const expiresAt = Date.now() + 600_000;
const request = (id: string, principalId: string, { content = 'x', until = expiresAt } = {}) =>
  storedPending({
    request: storedRequest({ id, args: { content }, expiresAt: until, principal: { id: principalId } }),
  });

const isDatabase = ({ name }: { name: string }): boolean => !/^(?:Memory|File)/.test(name);

describe.each(STORES.filter(isDatabase))('$name', { timeout: 60_000 }, ({ open }) => {
  it('refuses more than 200 requests of one principal, and takes those of others', async () => {
    using folder = new Folder();
    const store = open(folder);
    await store.putPending(request('old', 'anna', { until: 5 }));
    for (let index = 0; index < 200; index++) await store.putPending(request(`a${index}`, 'anna'));
    await expect(store.putPending(request('more', 'anna'))).rejects.toThrow('full');
    // What has expired does not count, and a request that is there already can be stored again.
    await store.putPending(request('a7', 'anna'));
    await store.putPending(request('bens', 'ben'));
    expect(await store.takePending('a0')).toBeDefined();
    await store.putPending(request('more', 'anna'));
    const ids = (await store.pending()).map((each) => each.request.id);
    expect(ids).toHaveLength(201);
    expect(ids).toEqual(expect.arrayContaining(['bens', 'more']));
    await store.close?.();
  });

  it('refuses more than 1,000 requests in all, and always gives one back', async () => {
    using folder = new Folder();
    const store = open(folder);
    for (let index = 0; index < 1000; index++) await store.putPending(request(`r${index}`, `user-${index % 10}`));
    await expect(store.putPending(request('more', 'anna'))).rejects.toThrow('full');
    expect(await store.changePending('r1', (pending) => ({ ...pending, answer: { approved: true } }))).toBe(true);
    expect(await store.takePending('r0')).toBeDefined();
    await store.putPending(request('more', 'anna'));
    await store.close?.();
  });
});

describe.each(STORES.filter(({ name }) => name !== 'MemoryApprovalStore'))('$name', ({ open }) => {
  it('refuses more than 4 MiB of requests of one principal, and takes those of others', async () => {
    using folder = new Folder();
    const store = open(folder);
    const content = 'x'.repeat(120 * 1024);
    let stored = 0;
    const fill = async (): Promise<void> => {
      for (; stored < 100; stored++) await store.putPending(request(`a${stored}`, 'anna', { content }));
    };
    await expect(fill()).rejects.toThrow('full');
    expect(stored).toBe(34);
    await store.putPending(request('bens', 'ben', { content }));
    expect(await store.pending()).toHaveLength(35);
    await store.takePending('a0');
    await store.putPending(request('again', 'anna', { content }));
    await store.close?.();
  });
});

describe.each(STORES.filter(({ name }) => name !== 'FileApprovalStore'))('$name', { timeout: 60_000 }, ({ open }) => {
  it('keeps the latest 1,000 approvals of a principal, and everything of others', async () => {
    using folder = new Folder();
    const store = open(folder);
    await store.add(storedApproval({ id: 'bens', principalId: 'ben', createdAt: 1 }));
    for (let index = 0; index <= 1000; index++)
      await store.add(storedApproval({ id: `a${index}`, createdAt: index + 2 }));
    const ids = (await store.list()).map(({ id }) => id);
    expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([1001, 'bens', 'a1', 'a1000']);
    await store.close?.();
  });
});
