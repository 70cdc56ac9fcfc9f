import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SqliteApprovalStore } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { storedApproval, storedPending } from '../fixtures/stores.ts';

/** How often the event loop turns in the meantime, and the longest time that it did not. */
async function watched<T>(work: Promise<T>): Promise<{ value: T; longestMs: number }> {
  let last = performance.now();
  let longestMs = 0;
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, 5);
  try {
    return { value: await work, longestMs: Math.max(longestMs, performance.now() - last) };
  } finally {
    clearInterval(timer);
  }
}

it('a database that another process has locked is waited for without holding up the thread', async () => {
  using folder = new Folder();
  const store = new SqliteApprovalStore({ file: join(folder.state, 'approvals.db') });
  await store.list();
  const peer = new DatabaseSync(store.file);
  peer.exec('BEGIN EXCLUSIVE');
  const working = Promise.all([
    store.add(storedApproval()),
    store.putPending(storedPending()),
    store.changePending('none', (pending) => pending),
    store.renewPending('x', 5),
    store.purge(0),
  ]);
  const released = wait(1500).then(() => peer.exec('COMMIT'));
  const { longestMs } = await watched(working);
  await released;
  expect(longestMs).toBeLessThan(1000);
  expect(await store.list()).toHaveLength(1);
  expect(await store.pending()).toHaveLength(1);
  peer.close();
  await store.close();
});

it('a database that is locked while it is opened is waited for too', async () => {
  using folder = new Folder();
  const first = new SqliteApprovalStore({ file: join(folder.state, 'approvals.db') });
  await first.add(storedApproval());
  await first.close();
  const peer = new DatabaseSync(first.file);
  peer.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const released = wait(1500).then(() => peer.close());
  const { value, longestMs } = await watched(first.list());
  await released;
  expect(value).toHaveLength(1);
  expect(longestMs).toBeLessThan(1000);
  await first.close();
});

it('a database that stays locked is given up', { timeout: 30_000 }, async () => {
  using folder = new Folder();
  const store = new SqliteApprovalStore({ file: join(folder.state, 'approvals.db') });
  await store.list();
  const peer = new DatabaseSync(store.file);
  peer.exec('BEGIN EXCLUSIVE');
  await expect(store.add(storedApproval())).rejects.toThrow('has locked the approval store for too long');
  peer.exec('COMMIT');
  peer.close();
  expect(await store.list()).toEqual([]);
  await store.close();
});

it('a database refuses an entry that is too large', async () => {
  using folder = new Folder();
  const store = new SqliteApprovalStore({ file: join(folder.state, 'approvals.db') });
  const large = 'x'.repeat(1024 * 1024);
  await expect(store.add(storedApproval({ covers: large }))).rejects.toThrow('too large');
  await store.putPending(storedPending());
  const answer = { approved: true, feedback: large };
  await expect(store.changePending('r1', (pending) => ({ ...pending, answer }))).rejects.toThrow('too large');
  expect(await store.pending()).toEqual([storedPending()]);
  await store.close();
});
