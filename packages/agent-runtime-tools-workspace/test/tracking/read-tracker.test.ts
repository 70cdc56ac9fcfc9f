import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ReadTracker } from '../../src/tracking/read-tracker.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

const owner = { principalId: '', taskId: 't' };

describe('read tracking', () => {
  it('refuses to overwrite what changed since the task read it, own edits excepted', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one\ntwo\n' });
    const { workspace } = made;
    await workspace.read('a.txt', { taskId: 't' });
    await workspace.write('a.txt', 'mine', { taskId: 't' });
    await workspace.write('a.txt', 'mine again', { taskId: 't' });
    made.put('a.txt', 'theirs');
    expect(await codeOf(workspace.write('a.txt', 'x', { taskId: 't' }))).toBe('STALE_FILE');
    expect(await codeOf(workspace.remove('a.txt', { taskId: 't' }))).toBe('STALE_FILE');
    expect(await codeOf(workspace.move('a.txt', 'b.txt', { taskId: 't' }))).toBe('STALE_FILE');
    expect(made.text('a.txt')).toBe('theirs');
    expect(await codeOf(workspace.write('a.txt', 'x', { taskId: 'never-read-it' }))).toBe('ok');
    await workspace.read('a.txt', { taskId: 't' });
    expect(await codeOf(workspace.write('a.txt', 'y', { taskId: 't' }))).toBe('ok');
  });

  it('counts for a transaction that reads the file itself, unless the caller gives the hash', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one' });
    await made.workspace.read('a.txt', { taskId: 't' });
    made.put('a.txt', 'theirs');
    const edit = made.workspace.transaction(
      async (transaction) => {
        await transaction.write('a.txt', `${(await transaction.readText('a.txt')).text}!`);
      },
      { taskId: 't' },
    );
    expect(await codeOf(edit)).toBe('STALE_FILE');
    const { hash } = await made.workspace.read('a.txt');
    expect(await codeOf(made.workspace.write('a.txt', 'x', { taskId: 't', ifHash: hash }))).toBe('ok');
  });

  it('notices an edit of a file of which only lines were read', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one\ntwo\nthree\nfour\n' });
    await made.workspace.readLines('a.txt', { taskId: 't', start: 1, limit: 2 });
    const path = join(made.root, 'a.txt');
    expect(made.workspace.tracker.seen(owner, path)?.lines).toEqual([[1, 3]]);
    await made.workspace.readLines('a.txt', { taskId: 't', start: 2, limit: 2 });
    expect(made.workspace.tracker.seen(owner, path)?.lines).toEqual([[1, 4]]);
    made.put('a.txt', 'one\ntwo\nthree\nFOUR\n');
    expect(await codeOf(made.workspace.write('a.txt', 'x', { taskId: 't' }))).toBe('STALE_FILE');
  });

  it('does not take a touched file for a changed one', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' });
    await made.workspace.read('a.txt', { taskId: 't' });
    utimesSync(join(made.root, 'a.txt'), 1, 1);
    expect(await codeOf(made.workspace.write('a.txt', 'b', { taskId: 't' }))).toBe('ok');
  });

  it('can ask that a file is read before it is changed', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'a' }, { requireRead: true });
    expect(await codeOf(made.workspace.write('a.txt', 'b', { taskId: 't' }))).toBe('READ_REQUIRED');
    expect(await codeOf(made.workspace.write('new.txt', 'b', { taskId: 't' }))).toBe('ok');
    await made.workspace.readLines('a.txt', { taskId: 't' });
    expect(await codeOf(made.workspace.write('a.txt', 'b', { taskId: 't' }))).toBe('ok');
    made.workspace.tracker.forgetTask(owner);
    expect(await codeOf(made.workspace.write('a.txt', 'c', { taskId: 't' }))).toBe('READ_REQUIRED');
  });

  it('does not take a file for changed that was only touched since some of its lines were read', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one\ntwo\n' });
    await made.workspace.readLines('a.txt', { start: 1, limit: 1, taskId: 't' });
    utimesSync(join(made.root, 'a.txt'), new Date(), new Date(Date.now() + 5000));
    expect(await codeOf(made.workspace.write('a.txt', 'x', { taskId: 't' }))).toBe('ok');
  });

  it('keeps tasks of the same name apart by their principals', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one' });
    await made.workspace.read('a.txt', { principalId: 'anna', taskId: 't' });
    made.put('a.txt', 'theirs');
    const write = (principalId: string): Promise<string> =>
      codeOf(made.workspace.write('a.txt', 'x', { principalId, taskId: 't' }));
    expect([await write('anna'), await write('bert'), await write('')]).toEqual(['STALE_FILE', 'ok', 'ok']);
  });

  it('is shared by the workspaces of a process', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one' }, { requireRead: true });
    const reader = { principalId: 'anna', taskId: 'shared' };
    await made.workspace.read('a.txt', reader);
    const other = made.reopen();
    made.put('a.txt', 'theirs');
    expect(await codeOf(other.write('a.txt', 'x', reader))).toBe('STALE_FILE');
    await other.readLines('a.txt', reader);
    expect(await codeOf(made.workspace.write('a.txt', 'x', reader))).toBe('ok');
  });

  it('does not count what a task is not shown', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one' }, { requireRead: true });
    await made.workspace.read('a.txt', { taskId: 'unseen', track: false });
    await made.workspace.readLines('a.txt', { taskId: 'unseen', track: false });
    expect(await codeOf(made.workspace.write('a.txt', 'x', { taskId: 'unseen' }))).toBe('READ_REQUIRED');
  });
});

describe('a read tracker', () => {
  const now = { version: 'v2', hash: 'h2' };

  it('that has evicted files asks for another read, also of files that were never read', () => {
    const tracker = new ReadTracker({ maxFiles: 16 });
    tracker.recordRead(owner, '/old', { version: 'v1', hash: 'h1' });
    for (let index = 0; index < 40; index++) {
      tracker.recordRead({ principalId: '', taskId: `other-${index}` }, `/f${index}`, { version: 'v' });
    }
    expect(tracker.seen(owner, '/old')).toBeUndefined();
    expect(tracker.check(owner, '/old', now)).toBe('stale');
    expect(tracker.check(owner, '/never', now)).toBe('stale');
    expect(tracker.check({ principalId: '', taskId: 'new' }, '/old', now)).toBe('unread');
    tracker.recordRead(owner, '/old', { ...now });
    expect(tracker.check(owner, '/old', now)).toBe('fresh');
    expect(tracker.check(owner, '/never', now)).toBe('stale');
  });

  it('bounds the files of one task', () => {
    const tracker = new ReadTracker({ maxTaskFiles: 8 });
    for (let index = 0; index < 9; index++) tracker.recordRead(owner, `/f${index}`, { version: 'v' });
    expect(tracker.check(owner, '/f0', { version: 'v', hash: null })).toBe('stale');
    expect(tracker.check(owner, '/f1', { version: 'v', hash: null })).toBe('fresh');
  });

  it('evicts files of the principal that has the most', () => {
    const tracker = new ReadTracker({ maxFiles: 64 });
    const quiet = { principalId: 'bert', taskId: 't' };
    tracker.recordRead(quiet, '/a', { version: 'v' });
    for (let index = 0; index < 500; index++)
      tracker.recordRead({ principalId: 'anna', taskId: `t${index % 7}` }, `/f${index}`, { version: 'v' });
    expect(tracker.check(quiet, '/a', { version: 'v', hash: null })).toBe('fresh');
  });

  it('has room again for as many files as a finished task had read', () => {
    const tracker = new ReadTracker({ maxFiles: 64 });
    const kept = { principalId: 'bert', taskId: 'kept' };
    tracker.recordRead(kept, '/a', { version: 'v' });
    for (let task = 0; task < 10; task++) {
      const finished = { principalId: 'bert', taskId: `t${task}` };
      for (let index = 0; index < 40; index++) tracker.recordRead(finished, `/f${index}`, { version: 'v' });
      tracker.forgetTask(finished);
    }
    expect(tracker.check(kept, '/a', { version: 'v', hash: null })).toBe('fresh');
  });

  it('fails closed when it cannot remember all evicted tasks', () => {
    const tracker = new ReadTracker({ maxFiles: 4, maxEvictedTasks: 4 });
    tracker.recordRead(owner, '/a', { version: 'v1' });
    for (let index = 0; index < 40; index++)
      tracker.recordRead({ principalId: '', taskId: `t${index}` }, '/a', { version: 'v' });
    expect(tracker.check(owner, '/a', now)).toBe('stale');
    expect(tracker.check({ principalId: '', taskId: 'unknown' }, '/a', now)).toBe('stale');
  });

  it('does not count a finished task or a removed file as evicted', () => {
    const tracker = new ReadTracker({ maxTaskFiles: 2 });
    for (const path of ['/a', '/b', '/c']) tracker.recordRead(owner, path, { version: 'v' });
    tracker.forgetTask(owner);
    expect(tracker.check(owner, '/a', now)).toBe('unread');
    tracker.recordRead(owner, '/a', { version: 'v' });
    tracker.forgetFile(owner, '/a');
    expect(tracker.check(owner, '/a', now)).toBe('unread');
    for (const path of ['/a', '/b', '/c']) tracker.recordRead(owner, path, { version: 'v' });
    for (const path of ['/b', '/c']) tracker.forgetFile(owner, path);
    expect(tracker.check(owner, '/a', now)).toBe('stale');
  });

  it('joins ranges of lines, in any order', () => {
    const tracker = new ReadTracker();
    const read = (start: number, end: number): void =>
      tracker.recordRead(owner, '/a', { version: 'v', lines: [start, end] });
    for (const start of [40, 0, 20, 60]) read(start, start + 5);
    expect(tracker.seen(owner, '/a')?.lines).toEqual([
      [0, 5],
      [20, 25],
      [40, 45],
      [60, 65],
    ]);
    read(5, 21);
    read(30, 41);
    read(7, 7);
    expect(tracker.seen(owner, '/a')?.lines).toEqual([
      [0, 25],
      [30, 45],
      [60, 65],
    ]);
    read(1, 1000);
    expect(tracker.seen(owner, '/a')?.lines).toEqual([[0, 1000]]);
    read(0, Infinity);
    expect(tracker.seen(owner, '/a')?.lines).toEqual([[0, Infinity]]);
  });

  it('keeps many ranges of one file in little time and memory', () => {
    const tracker = new ReadTracker();
    const started = performance.now();
    for (let line = 0; line < 200_000; line += 2)
      tracker.recordRead(owner, '/a', { version: 'v', lines: [line, line + 1] });
    expect(performance.now() - started).toBeLessThan(2000);
    expect(tracker.seen(owner, '/a')?.lines.length).toBeLessThanOrEqual(128);
  });

  it('stays small with many tasks that read many files', () => {
    const tracker = new ReadTracker();
    const before = process.memoryUsage().heapUsed;
    for (let task = 0; task < 256; task++) {
      for (let file = 0; file < 2000; file++) {
        const path = `/workspace/of/somebody/src/folder-${file % 40}/a-file-of-some-length-${file}-${task}.ts`;
        const version = `66306:${file}:1000:1700000000000000000`;
        tracker.recordRead({ principalId: `user-${task}`, taskId: 't' }, path, { version, hash: 'a'.repeat(64) });
      }
    }
    global.gc?.();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(120 * 1024 * 1024);
    expect(tracker.check({ principalId: 'user-0', taskId: 't' }, '/x', now)).toBe('stale');
  });
});
