import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FileJournal } from '../../src/worker/journal/file-journal.ts';
import { MemoryJournal } from '../../src/worker/journal/memory-journal.ts';
import { PATIENTLY } from '../suites/patiently.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-journal-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['in files', () => new FileJournal(folder)],
  ['in memory', () => new MemoryJournal()],
])('a journal %s knows what was claimed and how it ended', (_where, create) => {
  const journal = create();
  const until = Date.now() + 60_000;
  expect(journal.claim('a', until)).toEqual({ kind: 'none' });
  expect(journal.claim('a', until)).toEqual({ kind: 'claimed' });
  journal.finish('a', '{"value":1}');
  expect(journal.claim('a', until)).toEqual({ kind: 'done', outcome: '{"value":1}' });
  expect(journal.claim('b', until)).toEqual({ kind: 'none' });
  journal.finish('unknown', '{}');
  journal.close();
});

it('a journal in files does not take half of an outcome for the whole', async () => {
  const [dead, living] = [new FileJournal(folder), new FileJournal(folder)];
  const until = Date.now() + 60_000;
  dead.claim('a', until);
  dead.finish('a', '{"value":1}');
  dead.claim('b', until);
  dead.finish('b');
  const [hour = ''] = await readdir(join(folder, 'remote-calls'));
  await truncate(join(folder, 'remote-calls', hour, 'a'), 5);
  expect(living.claim('a', until)).toEqual({ kind: 'claimed' });
  expect(living.claim('b', until)).toEqual({ kind: 'claimed' });
  dead.close();
  living.close();
});

it('a journal in files forgets tickets that ended long ago', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const journal = new FileJournal(folder);
  journal.claim('old', Date.now() + 1000);
  expect(await readdir(join(folder, 'remote-calls'))).toHaveLength(1);
  vi.setSystemTime(Date.now() + 3 * 3_600_000);
  journal.claim('new', Date.now() + 1000);
  await expect.poll(() => readdir(join(folder, 'remote-calls')), PATIENTLY).toHaveLength(1);
  const [period = ''] = await readdir(join(folder, 'remote-calls'));
  expect(await readdir(join(folder, 'remote-calls', period))).toEqual(['new']);
  journal.close();
});

it('a journal in memory forgets tickets that ended long ago', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const journal = new MemoryJournal();
  const until = Date.now() + 1000;
  journal.claim('old', until);
  vi.setSystemTime(Date.now() + 60_000);
  expect(journal.claim('old', until)).toEqual({ kind: 'none' });
});
