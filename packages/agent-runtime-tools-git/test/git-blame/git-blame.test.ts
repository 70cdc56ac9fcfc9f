import { describe, expect, it } from 'vitest';
import { commitAll, openRepositoryTools, valueOf, hasGit } from '../git-for-test.ts';

describe.skipIf(!hasGit)('git_blame', () => {
  it('groups lines by commit and marks those that are not committed', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('a.txt', 'one\n2\nthree\n');
    const second = commitAll(bench.path, 'Second');
    await bench.folder.write('a.txt', 'one\n2\nthree\nfour\n');
    const { hunks } = valueOf(await bench.tools.execute('git_blame', { path: 'a.txt' }));
    expect(hunks.map(({ startLine, endLine, commit, lines }) => ({ startLine, endLine, commit, lines }))).toEqual([
      { startLine: 1, endLine: 1, commit: bench.first, lines: ['one'] },
      { startLine: 2, endLine: 2, commit: second, lines: ['2'] },
      { startLine: 3, endLine: 3, commit: bench.first, lines: ['three'] },
      { startLine: 4, endLine: 4, commit: undefined, lines: ['four'] },
    ]);
    expect(hunks[1]).toMatchObject({
      author: 'Ada',
      email: 'ada@example.com',
      date: '2026-01-02T03:04:05+01:00',
      subject: 'Second',
    });
  });

  it('names the old path of lines from before a rename', async () => {
    await using bench = await openRepositoryTools({ files: { 'old.txt': 'line\n'.repeat(20) } });
    bench.git('mv', 'old.txt', 'new.txt');
    commitAll(bench.path, 'Rename');
    const { hunks } = valueOf(await bench.tools.execute('git_blame', { path: 'new.txt' }));
    expect(hunks).toMatchObject([{ startLine: 1, endLine: 20, from: 'old.txt', commit: bench.first }]);
  });

  it('is cut after limit lines and continues with startLine', async () => {
    await using bench = await openRepositoryTools({ files: { 'a.txt': 'line\n'.repeat(20) } });
    const first = valueOf(await bench.tools.execute('git_blame', { path: 'a.txt', limit: 8 }));
    expect(first).toMatchObject({ truncated: true, nextLine: 9, hunks: [{ startLine: 1, endLine: 8 }] });
    const rest = valueOf(await bench.tools.execute('git_blame', { path: 'a.txt', startLine: 9 }));
    expect(rest).toMatchObject({ truncated: false, hunks: [{ startLine: 9, endLine: 20 }] });
  });
});
