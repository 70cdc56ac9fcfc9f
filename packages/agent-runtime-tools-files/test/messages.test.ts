import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFiles, valueOf } from './temporary-files.ts';

describe('a link to something that does not exist', () => {
  it('is not found by reading tools, whose error says that it is a broken link', async () => {
    const { tools, root } = temporaryFiles({ 'dead.txt': 'x' });
    symlinkSync('nowhere', join(root, 'dead'));
    for (const result of [
      await tools.execute('read_file', { path: 'dead' }),
      await tools.execute('read', { file_paths: ['dead'] }),
      await tools.execute('list_directory', { path: 'dead' }),
    ])
      expect(result).toMatchObject({
        ok: false,
        error: {
          code: 'FILE_NOT_FOUND',
          message: 'dead is a link to something that does not exist.',
          suggestion: expect.stringContaining('delete the link'),
        },
      });
    expect(await tools.execute('write_file', { path: 'dead', content: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_PATH', suggestion: 'Choose another name, or delete the link first.' },
    });
    expect(await tools.execute('move_file', { from: 'dead.txt', to: 'dead' })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_PATH' },
    });
    valueOf(await tools.execute('move_file', { from: 'dead', to: 'moved' }));
    valueOf(await tools.execute('delete_file', { path: 'moved' }));
  });
});

describe('a failure says what to do next', () => {
  it('if there is a file in place of a folder', async () => {
    const { tools } = temporaryFiles({ 'a.txt': 'x' });
    const expected = {
      message: 'There can be no a.txt/b: a.txt is a file, not a folder.',
      suggestion: 'Use a.txt itself, or choose a path that does not go through it.',
    };
    expect(await tools.execute('write_file', { path: 'a.txt/b', content: 'x' })).toMatchObject({
      error: { code: 'NOT_A_DIRECTORY', ...expected },
    });
    expect(await tools.execute('move_file', { from: 'a.txt', to: 'a.txt/b' })).toMatchObject({
      error: { code: 'NOT_A_DIRECTORY', ...expected },
    });
    expect(await tools.execute('read_file', { path: 'a.txt/b' })).toMatchObject({
      error: { code: 'FILE_NOT_FOUND', ...expected },
    });
  });

  it('if no folder may be created', async () => {
    const { tools, text } = temporaryFiles();
    expect(await tools.execute('write_file', { path: 'no/a.txt', content: 'x', createDirs: false })).toMatchObject({
      error: {
        code: 'FILE_NOT_FOUND',
        message: 'The folder no does not exist, and createDirs is false.',
        suggestion: 'Leave createDirs out to have it created, or choose a folder that exists.',
      },
    });
    valueOf(await tools.execute('write_file', { path: 'a.txt', content: 'x', createDirs: false }));
    expect(text('a.txt')).toBe('x');
  });

  it('if a folder would be moved into itself, or a name is too long', async () => {
    const { tools, root } = temporaryFiles();
    mkdirSync(join(root, 'd'));
    expect(await tools.execute('move_file', { from: 'd', to: 'd/e' })).toMatchObject({
      error: {
        code: 'MOVE_INTO_ITSELF',
        suggestion: expect.stringContaining('"to"'),
        details: { from: 'd', to: 'd/e' },
      },
    });
    expect(await tools.execute('write_file', { path: 'n'.repeat(300), content: '' })).toMatchObject({
      error: { code: 'INVALID_PATH', suggestion: 'Choose shorter names.' },
    });
  });
});

describe('a path that ends with a slash', () => {
  it('is a folder, and never becomes a file', async () => {
    const { tools, root, text } = temporaryFiles({ 'a.txt': 'x', 'd/b': 'y' });
    expect(await tools.execute('write_file', { path: 'new/', content: 'x' })).toMatchObject({
      error: { code: 'IS_DIRECTORY', message: 'new/ is the name of a folder.' },
    });
    expect(await tools.dryRun('write_file', { path: 'new/', content: 'x' })).toMatchObject({
      error: { code: 'IS_DIRECTORY' },
    });
    expect(await tools.execute('move_file', { from: 'a.txt', to: 'new/' })).toMatchObject({
      error: { code: 'IS_DIRECTORY', suggestion: 'To move it into a new folder, give new/a.txt.' },
    });
    expect(readdirSync(root)).toEqual(['a.txt', 'd']);
    valueOf(await tools.execute('move_file', { from: 'd', to: 'new/' }));
    expect(text('new/b')).toBe('y');
  });
});

describe('what is too large to keep', () => {
  it('causes a warning when it is deleted or overwritten', async () => {
    const { tools } = temporaryFiles(
      { 'd/a': 'x'.repeat(200), b: 'x'.repeat(200), c: 'x' },
      { retention: { maxFileBytes: 100 } },
    );
    const warning = (path: string): string =>
      `The old content of ${path} could not be kept (too large, or not only files): undo_change cannot restore it.`;
    const deleted = await tools.execute('delete_file', { path: 'd', recursive: true });
    expect(valueOf(deleted).warnings).toEqual([warning('d')]);
    expect(deleted.metadata.warnings).toEqual([warning('d')]);
    expect(valueOf(await tools.execute('write_file', { path: 'b', content: 'y' })).warnings).toEqual([warning('b')]);
    expect(valueOf(await tools.execute('delete_file', { path: 'c' })).warnings).toBeUndefined();
  });
});

describe('a file of the kernel, which says that it is empty', () => {
  it.runIf(process.platform === 'linux')('is read as text and as bytes', async () => {
    const { tools, workspace } = temporaryFiles({}, { roots: ['/proc/self'] });
    expect((await workspace.read('status')).bytes.toString()).toMatch(/^Name:.*\n[^]*\nThreads:/);
    const { content } = valueOf(await tools.execute('read_file', { path: 'status' }));
    expect(content).toMatch(/^Name:/);
    const bytes = valueOf(await tools.execute('read_file', { path: 'status', encoding: 'base64' }));
    expect(Buffer.from(bytes.content, 'base64').toString()).toMatch(/^Name:.*\n[^]*\nThreads:/);
    const part = valueOf(await tools.execute('read_file', { path: 'status', encoding: 'base64', limit: 4 }));
    expect(part).toMatchObject({ content: Buffer.from('Name').toString('base64'), truncated: true, nextOffset: 4 });
  });
});
