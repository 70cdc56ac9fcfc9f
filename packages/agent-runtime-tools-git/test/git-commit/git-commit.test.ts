import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import {
  commitAll,
  errorOf,
  hasGit,
  initRepository,
  openRepositoryTools,
  openTools,
  valueOf,
} from '../git-for-test.ts';

describe.skipIf(!hasGit)('git_commit', () => {
  it('commits what is staged, with the message as it is', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('a.txt', 'one\n2\nthree\n');
    await bench.folder.write('b.txt', 'not staged\n');
    bench.git('add', 'a.txt');
    const message = 'Fix: "quotes" $HOME `id`\n\n# not a comment\n-m not an option\n\u00fc\u4e2d\n';
    const value = valueOf(await bench.tools.execute('git_commit', { message }));
    expect(value).toMatchObject({ branch: 'main', previous: bench.first, total: 1, added: 1, removed: 1 });
    expect(value.commit).toMatchObject({ parents: [bench.first], author: { name: 'Ada', email: 'ada@example.com' } });
    expect(value.files).toEqual([{ path: 'a.txt', status: 'modified', added: 1, removed: 1 }]);
    expect(bench.git('log', '-1', '--format=%B').trimEnd()).toBe(message.trimEnd());
    expect(bench.git('status', '--porcelain')).toBe('?? b.txt\n');
    expect(value.undo).toBe(`Run \`git reset --soft ${bench.first}\`: the changes stay staged.`);
    bench.git('reset', '--soft', bench.first);
    expect(bench.git('status', '--porcelain')).toBe('M  a.txt\n?? b.txt\n');
  });

  it('makes the first commit, commits with a detached HEAD, and replaces a commit', async () => {
    const folder = await createTestFolder({ 'a.txt': 'a\n' });
    initRepository(folder.path);
    await using bench = await openTools(folder);
    expect(errorOf(await bench.tools.execute('git_commit', { message: 'x' })).code).toBe('NOTHING_STAGED');
    expect(errorOf(await bench.tools.execute('git_commit', { message: 'x', amend: true })).code).toBe(
      'UNKNOWN_REVISION',
    );
    bench.git('add', '.');
    const first = valueOf(await bench.tools.execute('git_commit', { message: 'First' }));
    expect(first).toMatchObject({ branch: 'main', total: 1, commit: { parents: [] } });
    expect(first.undo).toContain('update-ref -d HEAD');
    bench.git('checkout', '-q', '--detach');
    const second = valueOf(await bench.tools.execute('git_commit', { message: 'Second', allowEmpty: true }));
    expect(second.branch).toBeUndefined();
    const amended = valueOf(await bench.tools.execute('git_commit', { message: 'Better', amend: true }));
    expect(amended).toMatchObject({
      previous: second.commit.id,
      commit: { parents: [first.commit.id], subject: 'Better' },
    });
    bench.git('reset', '--soft', second.commit.id);
    expect(bench.git('log', '-1', '--format=%s')).toBe('Second\n');
  });

  it('concludes a merge once its conflicts are resolved', async () => {
    await using bench = await openRepositoryTools();
    bench.git('checkout', '-q', '-b', 'side');
    await bench.folder.write('a.txt', 'side\n');
    commitAll(bench.path, 'Side');
    bench.git('checkout', '-q', 'main');
    await bench.folder.write('a.txt', 'main\n');
    commitAll(bench.path, 'Main');
    expect(() => bench.git('merge', '-q', 'side')).toThrow('merge');
    const error = errorOf(await bench.tools.execute('git_commit', { message: 'Merge' }));
    expect(error).toMatchObject({ code: 'UNRESOLVED_CONFLICTS', details: { files: ['a.txt'] } });
    await bench.folder.write('a.txt', 'main\n');
    valueOf(await bench.tools.execute('git_add', { paths: ['a.txt'] }));
    const value = valueOf(await bench.tools.execute('git_commit', { message: 'Merge' }));
    expect(value.commit.parents).toHaveLength(2);
    expect(valueOf(await bench.tools.execute('git_status', {})).operation).toBeUndefined();
  });

  it('counts renames and binary files', async () => {
    await using bench = await openRepositoryTools({ files: { 'long.txt': 'x\n'.repeat(50), 'b.bin': 'a' } });
    bench.git('mv', 'long.txt', 'moved.txt');
    await writeFile(join(bench.path, 'b.bin'), Buffer.from([0, 1, 2, 0]));
    bench.git('add', '-A');
    const { files } = valueOf(await bench.tools.execute('git_commit', { message: 'Move' }));
    expect(files).toEqual([
      { path: 'b.bin', status: 'modified', binary: true },
      { path: 'moved.txt', from: 'long.txt', status: 'renamed', added: 0, removed: 0 },
    ]);
  });

  it('shows the staged diff beforehand, and refuses to commit anything else', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('a.txt', 'one\n2\nthree\n');
    bench.git('add', 'a.txt');
    const plan = valueOf(await bench.tools.dryRun('git_commit', { message: 'Second\n\nWhy' }));
    expect(plan.summary).toBe('Would commit 1 file, +1 -1 on main: Second');
    expect(plan.changes[0]?.diff).toContain('-two\n+2\n');
    expect(bench.git('rev-parse', 'HEAD').trim()).toBe(bench.first);
    const changeMeanwhile: ToolMiddleware = {
      name: 'meanwhile',
      phase: 'around',
      async execute(params, _context, next) {
        await bench.folder.write('a.txt', 'other\n');
        bench.git('add', 'a.txt');
        return next(params);
      },
    };
    bench.tools.use(changeMeanwhile);
    const error = errorOf(await bench.tools.execute('git_commit', { message: 'Second' }));
    expect(error.code).toBe('CHANGED_SINCE_APPROVAL');
    expect(bench.git('rev-parse', 'HEAD').trim()).toBe(bench.first);
  });

  it('warns before it replaces a commit that a remote has', async () => {
    await using bench = await openRepositoryTools();
    bench.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    const plan = valueOf(await bench.tools.dryRun('git_commit', { message: 'x', amend: true }));
    expect(plan.warnings).toEqual([expect.stringContaining('already on origin/main')]);
  });

  it('says who has to be named if git does not know the author', async () => {
    await using bench = await openRepositoryTools({
      env: { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    });
    bench.git('config', '--unset', 'user.name');
    bench.git('config', '--unset', 'user.email');
    bench.git('config', 'user.useConfigOnly', 'true');
    const error = errorOf(await bench.tools.execute('git_commit', { message: 'x', allowEmpty: true }));
    expect(error.code).toBe('UNKNOWN_IDENTITY');
  });

  it('commits in a linked worktree and in a submodule', async () => {
    await using bench = await openRepositoryTools();
    bench.git('worktree', 'add', '-q', '-b', 'side', 'wt');
    const value = valueOf(
      await bench.tools.execute('git_commit', { message: 'Side', allowEmpty: true, repository: 'wt' }),
    );
    expect(value).toMatchObject({ repository: 'wt', branch: 'side' });
    await using other = await createTestFolder({ 'c.txt': 'c\n' });
    initRepository(other.path);
    commitAll(other.path, 'Sub');
    bench.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.path, 'sub');
    initRepository(join(bench.path, 'sub'));
    await bench.folder.write('sub/c.txt', 'd\n');
    valueOf(await bench.tools.execute('git_add', { paths: ['sub/c.txt'], repository: 'sub' }));
    const inside = valueOf(await bench.tools.execute('git_commit', { message: 'Inside', repository: 'sub' }));
    expect(inside.files).toMatchObject([{ path: 'sub/c.txt', status: 'modified' }]);
  });
});
