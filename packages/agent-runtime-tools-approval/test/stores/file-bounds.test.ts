import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileApprovalStore } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { storedApproval, storedPending, storedRequest } from '../fixtures/stores.ts';

const MIB = 1024 * 1024;

describe('FileApprovalStore', () => {
  const open = (folder: Folder): FileApprovalStore =>
    new FileApprovalStore({ file: join(folder.state, 'approvals.json') });
  const write = (store: FileApprovalStore, content: object): void => {
    mkdirSync(dirname(store.file), { recursive: true });
    writeFileSync(store.file, JSON.stringify({ version: 1, approvals: [], pending: [], ...content }));
  };

  it('that has become too large is read, revoked from, and smaller afterwards', async () => {
    using folder = new Folder();
    const store = open(folder);
    const args = { path: 'a.txt', content: '\u0001'.repeat(12 * MIB) };
    const pending = [storedPending({ request: storedRequest({ args, expiresAt: Date.now() + 60_000 }) })];
    write(store, { approvals: [storedApproval(), storedApproval({ id: 'a2' })], pending });
    expect(statSync(store.file).size).toBeGreaterThan(64 * MIB);
    expect(await store.list()).toHaveLength(2);
    expect(await store.revoke('a1')).toBe(true);
    expect(statSync(store.file).size).toBeLessThan(MIB);
    expect(await store.list()).toMatchObject([{ id: 'a2' }]);
    expect(await store.pending()).toMatchObject([{ request: { id: 'r1', isExcerpt: true } }]);
    expect(store.problems()).toEqual([]);
  });

  it('refuses what does not fit, drops what has expired first, and always lets go', async () => {
    using folder = new Folder();
    const store = open(folder);
    const covers = 'x'.repeat(MIB);
    const approvals = Array.from({ length: 15 }, (_, index) => storedApproval({ id: `a${index}`, covers }));
    write(store, { approvals });
    await expect(store.add(storedApproval({ id: 'big', covers: covers + covers }))).rejects.toThrow('full');
    expect(await store.list()).toHaveLength(15);
    expect(await store.revoke('a3')).toBe(true);
    write(store, { approvals: [...approvals, storedApproval({ id: 'old', covers, expiresAt: 1 })] });
    await store.add(storedApproval({ id: 'small' }));
    expect((await store.list()).map(({ id }) => id)).toEqual([...approvals.map(({ id }) => id), 'small']);
  });

  it('refuses more requests than it keeps, without losing one', async () => {
    using folder = new Folder();
    const store = open(folder);
    const expiresAt = Date.now() + 60_000;
    const pending = Array.from({ length: 1000 }, (_, index) =>
      storedPending({ request: storedRequest({ id: `r${index}`, expiresAt, principal: { id: `p${index % 10}` } }) }),
    );
    write(store, { pending });
    const one = storedPending({ request: storedRequest({ id: 'more', expiresAt }) });
    await expect(store.putPending(one)).rejects.toThrow('full');
    expect(await store.pending()).toHaveLength(1000);
    await store.takePending('r0');
    await store.putPending(one);
    expect((await store.pending()).at(-1)?.request.id).toBe('more');
  });

  it('leaves room for the requests of others, however many one principal has', async () => {
    using folder = new Folder();
    const store = open(folder);
    const expiresAt = Date.now() + 60_000;
    const request = (id: string, principalId: string, until = expiresAt) =>
      storedPending({ request: storedRequest({ id, expiresAt: until, principal: { id: principalId } }) });
    write(store, {
      pending: [request('old', 'anna', 5), ...Array.from({ length: 199 }, (_, index) => request(`a${index}`, 'anna'))],
    });
    await store.putPending(request('last', 'anna'));
    await expect(store.putPending(request('more', 'anna'))).rejects.toThrow('full');
    await store.putPending(request('last', 'anna'));
    await store.putPending(request('bens', 'ben'));
    expect((await store.pending()).at(-1)?.request.id).toBe('bens');
  });

  it('forgets the oldest consents of who has very many, and nobody else’s', async () => {
    using folder = new Folder();
    const store = open(folder);
    const many = Array.from({ length: 1000 }, (_, index) => storedApproval({ id: `a${index}` }));
    write(store, { approvals: [storedApproval({ id: 'bens', principalId: 'ben' }), ...many] });
    await store.add(storedApproval({ id: 'newest' }));
    const ids = (await store.list()).map(({ id }) => id);
    expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([1001, 'bens', 'a1', 'newest']);
  });

  it('reads what an earlier version wrote: of no principal, with the old name of the call', async () => {
    using folder = new Folder();
    const store = open(folder);
    const { principalId: _, ...approval } = storedApproval();
    const { callId, ...request } = storedRequest();
    write(store, { approvals: [approval], pending: [{ key: 'k', request: { ...request, stepId: callId } }] });
    expect(await store.list()).toEqual([{ ...approval, principalId: '' }]);
    expect(await store.pending()).toMatchObject([{ request: { callId: 'c1' } }]);
  });

  it.each([
    { approvals: [{ ...storedApproval(), principalId: 5 }] },
    { approvals: [{ ...storedApproval(), taskId: 5 }] },
    { approvals: [{ ...storedApproval(), forTool: true }] },
    { approvals: [{ ...storedApproval(), rule: undefined, forTool: 'yes' }] },
    { approvals: [{ ...storedApproval(), rule: undefined }] },
    { approvals: [{ ...storedApproval(), key: 'k' }] },
    { approvals: [{ ...storedApproval(), createdAt: 'now' }] },
    { approvals: [{ ...storedApproval(), expiresAt: 'never' }] },
    { approvals: [{ ...storedApproval(), cwd: 5 }] },
    { pending: [{ ...storedPending(), holder: {} }] },
    { pending: [{ ...storedPending(), holder: { id: 'x', process: 'p' } }] },
    { pending: [{ ...storedPending(), holder: { id: 'x', until: 5 } }] },
    { pending: [{ ...storedPending(), holder: { process: 'p', until: 5 } }] },
    { pending: [{ ...storedPending(), answer: { approved: 'yes' } }] },
    { pending: [{ ...storedPending(), key: 5 }] },
    { pending: [{ ...storedPending(), request: { ...storedRequest(), principal: 'anna' } }] },
    { pending: [{ ...storedPending(), request: { ...storedRequest(), callId: undefined } }] },
    { pending: [{ ...storedPending(), request: { ...storedRequest(), args: [] } }] },
    { pending: [{ ...storedPending(), request: { ...storedRequest(), taskId: undefined } }] },
    { pending: [{ ...storedPending(), request: { ...storedRequest(), expiresAt: null } }] },
    { pending: {} },
    { version: 2 },
  ])('puts %j aside', async (content) => {
    using folder = new Folder();
    const told: string[] = [];
    const store = new FileApprovalStore({
      file: join(folder.state, 'approvals.json'),
      onProblem: (problem) => told.push(problem),
    });
    write(store, content);
    expect([await store.list(), await store.pending()]).toEqual([[], []]);
    expect(store.problems()).toEqual([expect.stringContaining('moved to')]);
    expect(told).toEqual(store.problems());
  });
});
