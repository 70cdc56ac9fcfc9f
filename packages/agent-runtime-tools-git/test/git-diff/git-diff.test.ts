import { describe, expect, it } from 'vitest';
import { commitAll, errorOf, openRepositoryTools, valueOf, hasGit } from '../git-for-test.ts';

describe.skipIf(!hasGit)('git_diff', () => {
  it('compares the working files, the index and commits', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('a.txt', 'one\nstaged\nthree\n');
    bench.git('add', 'a.txt');
    await bench.folder.write('a.txt', 'one\nworking\nthree\n');
    const working = valueOf(await bench.tools.execute('git_diff', {}));
    expect(working).toMatchObject({ from: 'index', to: 'working files', added: 1, removed: 1, total: 1 });
    expect(working.diff).toContain('-staged\n+working\n');
    const staged = valueOf(await bench.tools.execute('git_diff', { staged: true }));
    expect(staged).toMatchObject({ from: bench.first, to: 'index' });
    expect(staged.diff).toContain('-two\n+staged\n');
    const both = valueOf(await bench.tools.execute('git_diff', { from: 'HEAD' }));
    expect(both.diff).toContain('-two\n+working\n');
  });

  it('shows what a branch has changed since it left another one', async () => {
    await using bench = await openRepositoryTools();
    bench.git('checkout', '-q', '-b', 'side');
    await bench.folder.write('side.txt', 'side\n');
    const side = commitAll(bench.path, 'Side');
    bench.git('checkout', '-q', 'main');
    await bench.folder.write('main.txt', 'main\n');
    commitAll(bench.path, 'Main');
    const value = valueOf(await bench.tools.execute('git_diff', { from: 'main', to: 'side', mergeBase: true }));
    expect(value).toMatchObject({ from: bench.first, to: side, files: [{ path: 'side.txt', status: 'added' }] });
  });

  it('lists renames, binary files and changes of type', async () => {
    await using bench = await openRepositoryTools({
      files: { 'long.txt': 'x\n'.repeat(50), 'bin.dat': 'a\0b', 'link.txt': 'x\n' },
    });
    bench.git('mv', 'long.txt', 'moved.txt');
    await bench.folder.write('bin.dat', 'c\0d');
    bench.git('rm', '-q', 'link.txt');
    const { symlink } = await import('node:fs/promises');
    await symlink('moved.txt', `${bench.path}/link.txt`);
    bench.git('add', '-A');
    const { files } = valueOf(await bench.tools.execute('git_diff', { staged: true }));
    expect(files).toEqual([
      { path: 'bin.dat', status: 'modified', binary: true },
      { path: 'link.txt', status: 'type-changed', added: 1, removed: 1 },
      { path: 'moved.txt', from: 'long.txt', status: 'renamed', added: 0, removed: 0 },
    ]);
  });

  it('is cut after whole files and continues with offset', async () => {
    const big = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`f${n}.txt`, 'line of text\n'.repeat(6000)]));
    await using bench = await openRepositoryTools({ files: { 'a.txt': 'a\n' } });
    for (const [name, text] of Object.entries(big)) await bench.folder.write(name, text);
    bench.git('add', '-A');
    const first = valueOf(await bench.tools.execute('git_diff', { staged: true }));
    expect(first).toMatchObject({ total: 4, truncated: true, nextOffset: 2 });
    expect(first.diff.match(/^diff --git/gm)).toHaveLength(2);
    const second = valueOf(await bench.tools.execute('git_diff', { staged: true, offset: 2 }));
    expect(second).toMatchObject({ total: 4, truncated: false });
    expect(second.diff).toContain('b/f3.txt');
    expect(second.diff).not.toContain('b/f1.txt');
    const list = valueOf(await bench.tools.execute('git_diff', { staged: true, patch: false, limit: 3 }));
    expect(list).toMatchObject({ diff: '', truncated: true, nextOffset: 3 });
  });

  it('takes paths literally and refuses options as revisions', async () => {
    await using bench = await openRepositoryTools({ files: { '*.txt': 'star\n', 'b.txt': 'b\n', '-p': 'dash\n' } });
    for (const name of ['*.txt', 'b.txt', '-p']) await bench.folder.write(name, 'changed\n');
    const star = valueOf(await bench.tools.execute('git_diff', { paths: ['*.txt'] }));
    expect(star.files.map(({ path }) => path)).toEqual(['*.txt']);
    const dash = valueOf(await bench.tools.execute('git_diff', { paths: ['-p'] }));
    expect(dash.files.map(({ path }) => path)).toEqual(['-p']);
    const magic = valueOf(await bench.tools.execute('git_diff', { paths: [':(exclude)b.txt'] }));
    expect(magic.files).toEqual([]);
    for (const from of ['--output=stolen', '-O/etc/passwd', '--no-index'])
      expect(errorOf(await bench.tools.execute('git_diff', { from })).code).toBe('VALIDATION_ERROR');
    for (const from of ['HEAD..HEAD', '^HEAD', 'HEAD --output=x'])
      expect(errorOf(await bench.tools.execute('git_diff', { from })).code).toBe('UNKNOWN_REVISION');
  });

  it('suggests the branch that was probably meant', async () => {
    await using bench = await openRepositoryTools();
    bench.git('branch', 'feature-login');
    expect(errorOf(await bench.tools.execute('git_diff', { from: 'feature-logn' })).suggestion).toContain(
      'feature-login',
    );
  });
});
