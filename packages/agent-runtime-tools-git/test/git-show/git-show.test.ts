import { describe, expect, it } from 'vitest';
import { commitAll, errorOf, openRepositoryTools, valueOf, hasGit } from '../git-for-test.ts';

describe.skipIf(!hasGit)('git_show', () => {
  it('shows the changes of a commit, also of the first one and of a merge', async () => {
    await using bench = await openRepositoryTools();
    const first = valueOf(await bench.tools.execute('git_show', {}));
    expect(first).toMatchObject({ commit: { id: bench.first, parents: [] }, total: 2, added: 4 });
    bench.git('checkout', '-q', '-b', 'side');
    await bench.folder.write('side.txt', 'side\n');
    commitAll(bench.path, 'Side');
    bench.git('checkout', '-q', 'main');
    bench.git('merge', '-q', '--no-ff', '-m', 'Merge', 'side');
    const merge = valueOf(await bench.tools.execute('git_show', { revision: 'main' }));
    expect(merge.files).toEqual([{ path: 'side.txt', status: 'added', added: 1, removed: 0 }]);
  });

  it('shows the commit of an annotated tag', async () => {
    await using bench = await openRepositoryTools();
    bench.git('tag', '-a', '-m', 'Release', 'v1');
    expect(valueOf(await bench.tools.execute('git_show', { revision: 'v1' })).commit.id).toBe(bench.first);
  });

  it('shows a file as it was, in pages', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('a.txt', 'changed\n');
    bench.git('rm', '-q', '-r', 'src');
    commitAll(bench.path, 'Second');
    const page = valueOf(await bench.tools.execute('git_show', { revision: 'HEAD~1', file: 'a.txt', limit: 2 }));
    expect(page.file).toEqual({ path: 'a.txt', content: 'one\ntwo\n', size: 14, totalLines: 3, nextOffset: 2 });
    const gone = valueOf(await bench.tools.execute('git_show', { revision: 'HEAD~1', file: 'src/b.ts' }));
    expect(gone.file?.content).toBe('export const b = 1;\n');
  });

  it('refuses a folder, a binary file and a file that is not there', async () => {
    await using bench = await openRepositoryTools({ files: { 'src/a.ts': 'a\n', 'bin.dat': 'a\0b' } });
    const codes = [];
    for (const file of ['src', 'bin.dat', 'none.txt', '.', '../outside'])
      codes.push(errorOf(await bench.tools.execute('git_show', { file })).code);
    expect(codes).toEqual(['IS_DIRECTORY', 'BINARY_FILE', 'FILE_NOT_FOUND', 'IS_DIRECTORY', 'INVALID_PATH']);
  });
});
