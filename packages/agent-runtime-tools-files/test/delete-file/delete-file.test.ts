import { existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryFiles, valueOf } from '../temporary-files.ts';

describe('delete_file', () => {
  it('always asks, and changes nothing without consent', async () => {
    const { tools, text, asked } = temporaryFiles({ 'a.txt': 'x' }, { approves: false });
    expect(codeOf(await tools.execute('delete_file', { path: 'a.txt' }))).toBe('APPROVAL_REQUIRED');
    expect(asked).toEqual(['delete_file']);
    expect(text('a.txt')).toBe('x');
  });

  it('deletes a file, shows what it was, and can be undone', async () => {
    const { tools, text } = temporaryFiles({ 'a.txt': 'one\n' });
    expect(valueOf(await tools.execute('delete_file', { path: 'a.txt' }))).toEqual({
      deleted: ['a.txt'],
      total: 1,
      truncated: false,
      diff: '--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n',
    });
    expect(text('a.txt')).toBeUndefined();
    expect(valueOf(await tools.execute('undo_change', {})).restored).toEqual(['a.txt']);
    expect(text('a.txt')).toBe('one\n');
  });

  it('deletes a folder and its content only if recursive is set, and undo restores it', async () => {
    const { tools, text, root } = temporaryFiles({ 'd/a.txt': 'a', 'd/.h/b.log': 'b', '.gitignore': '*.log\n' });
    symlinkSync('a.txt', join(root, 'd/link'));
    expect(codeOf(await tools.execute('delete_file', { path: 'd' }))).toBe('IS_DIRECTORY');
    const { deleted, total } = valueOf(await tools.execute('delete_file', { path: 'd', recursive: true }));
    expect(deleted).toEqual(['d', 'd/.h', 'd/.h/b.log', 'd/a.txt', 'd/link']);
    expect(total).toBe(5);
    expect(existsSync(join(root, 'd'))).toBe(false);
    valueOf(await tools.execute('undo_change', {}));
    expect([text('d/a.txt'), text('d/.h/b.log'), text('d/link')]).toEqual(['a', 'b', 'a']);
  });

  it('deletes an empty folder without recursive', async () => {
    const { tools, root } = temporaryFiles();
    mkdirSync(join(root, 'empty'));
    expect(valueOf(await tools.execute('delete_file', { path: 'empty' })).deleted).toEqual(['empty']);
  });

  it('deletes a link and not its target, even if it is broken or leads out of the workspace', async () => {
    const { tools, text, root, base } = temporaryFiles({ 'a.txt': 'x' });
    symlinkSync('a.txt', join(root, 'link'));
    symlinkSync('nowhere', join(root, 'dangling'));
    symlinkSync(join(base, 'state'), join(root, 'out'));
    for (const path of ['link', 'dangling', 'out'])
      expect(valueOf(await tools.execute('delete_file', { path, recursive: true })).deleted).toEqual([path]);
    expect(text('a.txt')).toBe('x');
    expect(existsSync(join(base, 'state'))).toBe(true);
  });

  it.each(['.', './', 'd/..', '/'])('refuses %j, which is the root or above it', async (path) => {
    const { tools, text } = temporaryFiles({ 'd/a.txt': 'x' });
    const result = await tools.execute('delete_file', { path, recursive: true });
    expect(['IS_DIRECTORY', 'INVALID_PATH']).toContain(codeOf(result));
    expect(text('d/a.txt')).toBe('x');
  });

  it('refuses a folder that contains hidden paths', async () => {
    const { tools, text } = temporaryFiles({ 'd/secret': 'x', 'd/a': '', '.toolignore': 'd/secret\n' });
    const result = await tools.execute('delete_file', { path: 'd', recursive: true });
    expect(codeOf(result)).toBe('PATH_IGNORED');
    expect(JSON.stringify(result)).not.toContain('d/secret');
    expect(text('d/secret')).toBe('x');
  });

  it('deletes protected names after approval', async () => {
    const { tools, root } = temporaryFiles({ 'vendor/.git/config': 'x' });
    valueOf(await tools.execute('delete_file', { path: 'vendor', recursive: true }));
    expect(existsSync(join(root, 'vendor'))).toBe(false);
  });

  it('refuses a file that changed since the task read it', async () => {
    const { tools, put, text } = temporaryFiles({ 'a.txt': 'one\n' });
    await tools.execute('read_file', { path: 'a.txt' }, { taskId: 't' });
    put('a.txt', 'two\n');
    expect(codeOf(await tools.execute('delete_file', { path: 'a.txt' }, { taskId: 't' }))).toBe('STALE_FILE');
    expect(text('a.txt')).toBe('two\n');
  });

  it('lists in a dry run what would be deleted, including the content of folders', async () => {
    const { tools, text } = temporaryFiles({ 'd/a.txt': 'a\n', 'd/b.bin': Buffer.from([0, 1]) });
    const plan = valueOf(await tools.dryRun('delete_file', { path: 'd', recursive: true }));
    expect(plan).toEqual({
      summary: 'Would delete the folder d and 2 entries in it.',
      changes: [
        { kind: 'delete', target: 'd' },
        { kind: 'delete', target: 'd/a.txt', diff: '--- a/d/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n' },
        { kind: 'delete', target: 'd/b.bin', diff: 'Binary files a/d/b.bin and /dev/null differ\n' },
      ],
    });
    expect(text('d/a.txt')).toBe('a\n');
  });

  it('suggests the file that was probably meant', async () => {
    const { tools } = temporaryFiles({ 'read-me.md': '' });
    const result = await tools.execute('delete_file', { path: 'readme.md' });
    expect(result).toMatchObject({ error: { code: 'FILE_NOT_FOUND', suggestion: 'Did you mean read-me.md?' } });
  });

  it('lists a bounded number of entries of a huge folder, and counts all', async () => {
    const files = Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`d/f${index}`, '']));
    const { tools, root } = temporaryFiles(files);
    const value = valueOf(await tools.execute('delete_file', { path: 'd', recursive: true }));
    expect(value).toMatchObject({ total: 1501, truncated: true });
    expect(value.deleted).toHaveLength(1001);
    expect(existsSync(join(root, 'd'))).toBe(false);
  });

  it('deletes only what existed when approval was decided', async () => {
    const made = temporaryFiles({ 'd/a.txt': 'theirs', 'other/a.txt': 'theirs' });
    let meanwhile = (): void => undefined;
    made.tools.use({
      name: 'meanwhile',
      execute: (params, _context, next) => {
        meanwhile();
        return next(params);
      },
    });
    meanwhile = () => made.put('d/a.txt', 'changed');
    expect(codeOf(await made.tools.execute('delete_file', { path: 'd/a.txt' }))).toBe('STALE_FILE');
    meanwhile = () => {
      renameSync(join(made.root, 'd'), join(made.root, 'moved'));
      symlinkSync('other', join(made.root, 'd'));
    };
    expect(codeOf(await made.tools.execute('delete_file', { path: 'd/a.txt' }))).toBe('STALE_FILE');
    expect([made.text('moved/a.txt'), made.text('other/a.txt')]).toEqual(['changed', 'theirs']);
  });
});
