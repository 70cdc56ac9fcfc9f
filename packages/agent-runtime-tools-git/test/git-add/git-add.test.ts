import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import {
  commitAll,
  errorOf,
  git,
  hasGit,
  initRepository,
  openRepositoryTools,
  openTools,
  valueOf,
} from '../git-for-test.ts';

describe.skipIf(!hasGit)('git_add', () => {
  it('stages changed, new and deleted files below the paths, and nothing else', async () => {
    await using bench = await openRepositoryTools({ files: { 'src/a.ts': 'a\n', 'src/b.ts': 'b\n', 'c.txt': 'c\n' } });
    await bench.folder.write('src/a.ts', 'changed\n');
    await bench.folder.write('src/new.ts', 'new\n');
    await bench.folder.write('c.txt', 'changed\n');
    await rm(join(bench.path, 'src/b.ts'));
    const value = valueOf(await bench.tools.execute('git_add', { paths: ['src'] }));
    expect(value).toMatchObject({ repository: '.', total: 3, truncated: false });
    expect(value.files).toEqual([
      { path: 'src/a.ts', staged: 'modified' },
      { path: 'src/b.ts', staged: 'deleted' },
      { path: 'src/new.ts', staged: 'added' },
    ]);
    expect(bench.git('status', '--porcelain')).toBe(' M c.txt\nM  src/a.ts\nD  src/b.ts\nA  src/new.ts\n');
    const again = valueOf(await bench.tools.execute('git_add', { paths: ['src'] }));
    expect(again).toMatchObject({ total: 0, undo: 'Nothing was changed.' });
  });

  it('unstages as its result says, also before the first commit', async () => {
    const folder = await createTestFolder({ 'a.txt': 'a\n' });
    initRepository(folder.path);
    await using bench = await openTools(folder);
    for (const round of ['before', 'after']) {
      await folder.write('a.txt', `${round}\n`);
      const added = valueOf(await bench.tools.execute('git_add', { paths: ['.'] }));
      expect(added.undo).toBe('Call git_add with the same paths and unstage: true.');
      const back = valueOf(await bench.tools.execute('git_add', { paths: ['.'], unstage: true }));
      expect(back.total).toBe(1);
      expect(bench.git('diff', '--cached', '--name-only')).toBe('');
      expect(await folder.read('a.txt')).toBe(`${round}\n`);
      commitAll(folder.path, round);
    }
  });

  it('leaves new files out with trackedOnly, and takes ignored ones only on request', async () => {
    await using bench = await openRepositoryTools({ files: { 'a.txt': 'a\n', '.gitignore': 'out/\n' } });
    await bench.folder.write('a.txt', 'b\n');
    await bench.folder.write('new.txt', 'n\n');
    await bench.folder.write('out/x.txt', 'x\n');
    valueOf(await bench.tools.execute('git_add', { paths: ['.'], trackedOnly: true }));
    expect(bench.git('diff', '--cached', '--name-only')).toBe('a.txt\n');
    const refused = valueOf(await bench.tools.execute('git_add', { paths: ['out/x.txt'] }));
    expect(refused).toMatchObject({ total: 0, notes: [expect.stringContaining('includeIgnored')] });
    valueOf(await bench.tools.execute('git_add', { paths: ['out/x.txt'], includeIgnored: true }));
    expect(bench.git('diff', '--cached', '--name-only')).toBe('a.txt\nout/x.txt\n');
  });

  it('stages names that are not UTF-8, binary files, and names that look like options or globs', async () => {
    await using bench = await openRepositoryTools();
    await writeFile(
      Buffer.concat([Buffer.from(`${bench.path}/caf`), Buffer.from([0xe9])]),
      Buffer.from([0, 1, 2, 255]),
    );
    await bench.folder.write('--all', 'x\n');
    await bench.folder.write('*.txt', 'x\n');
    await bench.folder.write('other.txt', 'x\n');
    valueOf(await bench.tools.execute('git_add', { paths: ['*.txt', '--all'] }));
    expect(bench.git('diff', '--cached', '--name-only')).toBe('*.txt\n--all\n');
    const all = valueOf(await bench.tools.execute('git_add', { paths: ['.'] }));
    expect(all.files).toEqual([
      { path: '"caf\\351"', staged: 'added' },
      { path: 'other.txt', staged: 'added' },
    ]);
  });

  it('never stages what is hidden from tools', async () => {
    await using bench = await openRepositoryTools({ files: { 'a.txt': 'a\n', '.toolignore': 'secret.env\n' } });
    await bench.folder.write('secret.env', 'KEY=1\n');
    await bench.folder.write('a.txt', 'b\n');
    const value = valueOf(await bench.tools.execute('git_add', { paths: ['.'] }));
    expect(value.notes).toEqual(['1 files are hidden from tools.']);
    expect(bench.git('diff', '--cached', '--name-only')).toBe('a.txt\n');
    expect(errorOf(await bench.tools.execute('git_add', { paths: ['secret.env'] })).code).toBe('PATH_IGNORED');
  });

  it('resolves a conflict, records a changed submodule and leaves a repository inside alone', async () => {
    await using bench = await openRepositoryTools();
    await using other = await createTestFolder({ 'c.txt': 'c\n' });
    initRepository(other.path);
    commitAll(other.path, 'Sub');
    bench.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.path, 'sub');
    commitAll(bench.path, 'Submodule');
    git(join(bench.path, 'sub'), ['commit', '-q', '--allow-empty', '-m', 'More']);
    await bench.folder.write('inner/x.txt', 'x\n');
    initRepository(join(bench.path, 'inner'));
    commitAll(join(bench.path, 'inner'), 'Inner');
    const value = valueOf(await bench.tools.execute('git_add', { paths: ['.'] }));
    expect(value.files).toEqual([{ path: 'sub', staged: 'modified' }]);
    expect(value.notes).toEqual([expect.stringContaining('repository of their own')]);
    commitAll(bench.path, 'Again');
    bench.git('checkout', '-q', '-b', 'side', bench.first);
    await bench.folder.write('a.txt', 'side\n');
    bench.git('commit', '-qam', 'Side');
    bench.git('checkout', '-q', '-b', 'third', bench.first);
    await bench.folder.write('a.txt', 'third\n');
    bench.git('commit', '-qam', 'Third');
    expect(() => bench.git('merge', '-q', 'side')).toThrow('merge');
    await bench.folder.write('a.txt', 'both\n');
    expect(valueOf(await bench.tools.execute('git_add', { paths: ['a.txt'] })).files).toEqual([
      { path: 'a.txt', staged: 'modified' },
    ]);
  });

  it('refuses a path that nobody knows, and shows beforehand what it would stage', async () => {
    await using bench = await openRepositoryTools();
    expect(errorOf(await bench.tools.execute('git_add', { paths: ['none.txt'] })).code).toBe('FILE_NOT_FOUND');
    await bench.folder.write('a.txt', 'b\n');
    expect(valueOf(await bench.tools.dryRun('git_add', { paths: ['.'] }))).toMatchObject({
      summary: 'Would stage a.txt.',
      changes: [{ kind: 'modify', target: 'a.txt' }],
    });
    expect(bench.git('diff', '--cached', '--name-only')).toBe('');
  });

  it('refuses a file whose filter is switched off, instead of storing it unfiltered', async () => {
    await using bench = await openRepositoryTools();
    bench.git('config', 'filter.big.clean', 'sed s/a/b/');
    await bench.folder.write('.gitattributes', '*.big filter=big\n');
    await bench.folder.write('x.big', 'a\n');
    const error = errorOf(await bench.tools.execute('git_add', { paths: ['x.big'] }));
    expect(error).toMatchObject({ code: 'FILTER_NOT_ALLOWED', details: { filter: 'big' } });
    expect(bench.git('diff', '--cached', '--name-only')).toBe('');
  });

  it('lets two calls at once take their turns', async () => {
    await using bench = await openRepositoryTools();
    for (const name of ['b', 'c', 'd']) await bench.folder.write(`${name}.txt`, 'x\n');
    const results = await Promise.all(
      ['b', 'c', 'd'].map((name) => bench.tools.execute('git_add', { paths: [`${name}.txt`] })),
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(bench.git('diff', '--cached', '--name-only')).toBe('b.txt\nc.txt\nd.txt\n');
  });
});
