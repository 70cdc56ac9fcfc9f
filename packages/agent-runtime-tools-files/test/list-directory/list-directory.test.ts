import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { interceptFileSystem, nodeFileSystem } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryFiles, valueOf } from '../temporary-files.ts';

describe('list_directory', () => {
  it('lists a folder in the order of the names, with type, size and time', async () => {
    const { tools, root } = temporaryFiles({ 'b.txt': 'four', 'a/c.txt': '', '.hidden': '' });
    symlinkSync('b.txt', join(root, 'link'));
    const value = valueOf(await tools.execute('list_directory', {}));
    expect(value).toMatchObject({
      entries: [
        { name: 'a', path: 'a', type: 'directory' },
        { name: 'b.txt', path: 'b.txt', type: 'file', size: 4 },
        { name: 'link', path: 'link', type: 'symlink' },
      ],
      total: 3,
      truncated: false,
    });
    for (const { modified } of value.entries) expect(new Date(modified).toISOString()).toBe(modified);
  });

  it('shows hidden names when asked, never what is hidden from tools, and leaves out what git ignores', async () => {
    const files = {
      '.env': '',
      'a.log': '',
      'a.txt': '',
      secret: '',
      '.toolignore': 'secret\n',
      '.gitignore': '*.log\n',
    };
    const { tools } = temporaryFiles(files);
    const names = async (params: object): Promise<string[]> =>
      valueOf(await tools.execute('list_files', params)).entries.map(({ name }) => name);
    expect(await names({})).toEqual(['a.txt']);
    expect(await names({ includeHidden: true })).toEqual(['.env', '.gitignore', '.toolignore', 'a.txt']);
    expect(await names({ includeIgnored: true })).toEqual(['a.log', 'a.txt']);
  });

  it('lists subfolders if asked, and does not follow links', async () => {
    const { tools, root, base } = temporaryFiles({ 'a/b/c.txt': '', 'a/d.txt': '' });
    symlinkSync(root, join(root, 'a', 'loop'));
    symlinkSync(base, join(root, 'a', 'out'));
    const value = valueOf(await tools.execute('list_directory', { path: 'a', recursive: true }));
    expect(value.entries.map(({ path }) => path)).toEqual(['a/b', 'a/b/c.txt', 'a/d.txt', 'a/loop', 'a/out']);
  });

  it('is bounded, stable and quick in a folder of 20,000 entries', async () => {
    const { tools, root } = temporaryFiles();
    mkdirSync(join(root, 'many'));
    for (let index = 0; index < 20_000; index++) writeFileSync(join(root, 'many', `file-${index}`), '');
    const start = performance.now();
    const result = await tools.execute('list_directory', { path: 'many' });
    const took = performance.now() - start;
    const { entries, total, truncated } = valueOf(result);
    expect({ shown: entries.length, total, truncated }).toEqual({ shown: 1000, total: 20_000, truncated: true });
    const paths = entries.map(({ path }) => path);
    expect(paths).toEqual(paths.toSorted());
    const again = valueOf(await tools.execute('list_directory', { path: 'many' }));
    expect(again.entries.map(({ path }) => path)).toEqual(paths);
    const [text] = tools.toModelOutput(result);
    expect(text?.type === 'text' && text.text).toContain('[1000 of 20000 entries; raise limit');
    expect(took).toBeLessThan(5000);
  });

  it('ends its walk when it is cancelled', async () => {
    const { tools, root } = temporaryFiles();
    for (let index = 0; index < 300; index++) mkdirSync(join(root, `d${index}/e/f`), { recursive: true });
    const controller = new AbortController();
    const listing = tools.execute('list_directory', { recursive: true }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 2);
    expect(['CANCELLED', 'ok']).toContain(codeOf(await listing));
  });

  it('suggests similar folders, and reports that a path is a file', async () => {
    const { tools } = temporaryFiles({ 'source/a': '' });
    const result = await tools.execute('list_directory', { path: 'sources' });
    expect(result).toMatchObject({ error: { code: 'FILE_NOT_FOUND', suggestion: 'Did you mean source?' } });
    expect(codeOf(await tools.execute('list_directory', { path: 'source/a' }))).toBe('NOT_A_DIRECTORY');
  });

  it('reports folders that cannot be read, and lists the others', async () => {
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      if (name === 'open' && path.endsWith('/locked')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    });
    const { tools } = temporaryFiles({ 'locked/a': '', 'open/b': '' }, { fs });
    const result = await tools.execute('list_directory', { recursive: true });
    expect(valueOf(result)).toMatchObject({ unreadable: ['locked'], total: 3 });
    expect(result.metadata.warnings).toEqual(['locked could not be read.']);
    expect(codeOf(await tools.execute('list_directory', { path: 'locked' }))).toBe('PERMISSION_DENIED');
  });

  it('escapes control characters in names', async () => {
    const { tools } = temporaryFiles({ 'a\nb': '' });
    const result = await tools.execute('list_directory', {});
    expect(valueOf(result).entries[0]?.name).toBe('a\nb');
    expect(tools.toModelOutput(result)).toEqual([{ type: 'text', text: 'a\\nb\t0' }]);
  });
});
