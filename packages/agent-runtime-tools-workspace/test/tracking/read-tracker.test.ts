import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

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

  it('counts for a transaction that reads the file itself, unless the content is vouched for', async () => {
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
    expect(made.workspace.tracker.seen('t', path)?.lines).toEqual([[1, 3]]);
    await made.workspace.readLines('a.txt', { taskId: 't', start: 2, limit: 2 });
    expect(made.workspace.tracker.seen('t', path)?.lines).toEqual([[1, 4]]);
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
    made.workspace.tracker.forgetTask('t');
    expect(await codeOf(made.workspace.write('a.txt', 'c', { taskId: 't' }))).toBe('READ_REQUIRED');
  });

  it('does not take a file for changed that was only touched since some of its lines were read', async () => {
    const made = temporaryWorkspace({ 'a.txt': 'one\ntwo\n' });
    await made.workspace.readLines('a.txt', { start: 1, limit: 1, taskId: 't' });
    utimesSync(join(made.root, 'a.txt'), new Date(), new Date(Date.now() + 5000));
    expect(await codeOf(made.workspace.write('a.txt', 'x', { taskId: 't' }))).toBe('ok');
  });
});
