import { describe, expect, it } from 'vitest';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { commitAll, initRepository, openRepositoryTools, openTools, valueOf, hasGit } from '../git-for-test.ts';

describe.skipIf(!hasGit)('git_log', () => {
  it('lists commits with author, date, message, parents and refs', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('a.txt', 'two\n');
    const id = commitAll(bench.path, 'Second\n\nWith a body\nof two lines.\n');
    bench.git('tag', 'v1');
    const { commits, truncated } = valueOf(await bench.tools.execute('git_log', {}));
    expect(truncated).toBe(false);
    expect(commits[0]).toEqual({
      id,
      parents: [bench.first],
      author: { name: 'Ada', email: 'ada@example.com', date: '2026-01-02T03:04:05+01:00' },
      committer: { name: 'Ada', email: 'ada@example.com', date: '2026-01-02T03:04:05+01:00' },
      subject: 'Second',
      body: 'With a body\nof two lines.',
      refs: ['HEAD -> main', 'tag: v1'],
    });
  });

  it('continues with offset, and leaves out what another branch contains', async () => {
    await using bench = await openRepositoryTools();
    for (const n of [1, 2, 3]) commitAll(bench.path, `Commit ${n}`);
    const page = valueOf(await bench.tools.execute('git_log', { limit: 2 }));
    expect(page).toMatchObject({ truncated: true, nextOffset: 2 });
    const rest = valueOf(await bench.tools.execute('git_log', { limit: 2, offset: 2 }));
    expect(rest.commits.map(({ subject }) => subject)).toEqual(['Commit 1', 'First']);
    const some = valueOf(await bench.tools.execute('git_log', { exclude: 'HEAD~1' }));
    expect(some.commits.map(({ subject }) => subject)).toEqual(['Commit 3']);
  });

  it('follows a file through a rename, and finds commits by message, author, content and time', async () => {
    await using bench = await openRepositoryTools({ files: { 'old.txt': 'line\n'.repeat(30) } });
    bench.git('mv', 'old.txt', 'new.txt');
    commitAll(bench.path, 'Rename it');
    await bench.folder.write('x.txt', 'needle\n');
    commitAll(bench.path, 'Add [x]');
    const subjects = async (params: object) =>
      valueOf(await bench.tools.execute('git_log', params)).commits.map(({ subject }) => subject);
    expect(await subjects({ paths: ['new.txt'], follow: true })).toEqual(['Rename it', 'First']);
    expect(await subjects({ paths: ['old.txt'] })).toEqual(['Rename it', 'First']);
    expect(await subjects({ message: '[X]' })).toEqual(['Add [x]']);
    expect(await subjects({ author: 'nobody' })).toEqual([]);
    expect(await subjects({ changed: 'needle' })).toEqual(['Add [x]']);
    expect(await subjects({ since: '2027-01-01' })).toEqual([]);
  });

  it('shows both parents of a merge', async () => {
    await using bench = await openRepositoryTools();
    bench.git('checkout', '-q', '-b', 'side');
    const side = commitAll(bench.path, 'Side');
    bench.git('checkout', '-q', 'main');
    const main = commitAll(bench.path, 'Main');
    bench.git('merge', '-q', '--no-ff', '-m', 'Merge', 'side');
    const { commits } = valueOf(await bench.tools.execute('git_log', { limit: 1 }));
    expect(commits[0]?.parents).toEqual([main, side]);
    const straight = valueOf(await bench.tools.execute('git_log', { firstParent: true }));
    expect(straight.commits.map(({ subject }) => subject)).toEqual(['Merge', 'Main', 'First']);
  });

  it('is empty for a repository without commits', async () => {
    const folder = await createTestFolder();
    initRepository(folder.path);
    await using bench = await openTools(folder);
    expect(valueOf(await bench.tools.execute('git_log', {}))).toMatchObject({ commits: [], truncated: false });
  });
});
