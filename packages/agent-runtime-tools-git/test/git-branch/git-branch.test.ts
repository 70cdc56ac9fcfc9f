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

describe.skipIf(!hasGit)('git_branch', () => {
  it('lists local branches and those of remotes', async () => {
    await using bench = await openRepositoryTools();
    bench.git('branch', 'side');
    bench.git('branch', '-q', '--set-upstream-to=side');
    bench.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    bench.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    const { branches, truncated } = valueOf(await bench.tools.execute('git_branch', {}));
    const commit = { commit: bench.first, subject: 'First' };
    expect(branches).toEqual([
      { name: 'main', ...commit, current: true, upstream: 'side' },
      { name: 'side', ...commit, current: false },
      { name: 'origin/main', ...commit, current: false, remote: true },
    ]);
    expect(truncated).toBe(false);
    expect(valueOf(await bench.tools.execute('git_branch', { limit: 1 }))).toMatchObject({ truncated: true });
  });

  it('creates, renames and deletes a branch, and says how to take each step back', async () => {
    await using bench = await openRepositoryTools();
    const created = valueOf(await bench.tools.execute('git_branch', { action: 'create', name: 'feature/x' }));
    expect(created.branches).toMatchObject([{ name: 'feature/x', commit: bench.first, current: false }]);
    expect(created.undo).toBe('Call git_branch with action: delete and name: feature/x.');
    const renamed = valueOf(
      await bench.tools.execute('git_branch', { action: 'rename', name: 'feature/x', newName: 'y' }),
    );
    expect(renamed.undo).toContain('newName: feature/x');
    const deleted = valueOf(await bench.tools.execute('git_branch', { action: 'delete', name: 'y' }));
    expect(deleted.undo).toBe(`Call git_branch with action: create, name: y and from: ${bench.first}.`);
    expect(bench.git('branch', '--format=%(refname:short)')).toBe('main\n');
  });

  it('names the commits that would be lost, and deletes them only with discard', async () => {
    await using bench = await openRepositoryTools();
    bench.git('checkout', '-q', '-b', 'side');
    await bench.folder.write('a.txt', 'side\n');
    const id = commitAll(bench.path, 'Only here');
    bench.git('checkout', '-q', 'main');
    const error = errorOf(await bench.tools.execute('git_branch', { action: 'delete', name: 'side' }));
    expect(error).toMatchObject({ code: 'WORK_WOULD_BE_LOST', details: { commits: [id] } });
    expect(error.message).toContain('Only here');
    const params = { action: 'delete', name: 'side', discard: true } as const;
    expect(valueOf(await bench.tools.dryRun('git_branch', params)).warnings).toEqual([
      expect.stringContaining('Only here'),
    ]);
    const { undo } = valueOf(await bench.tools.execute('git_branch', params));
    expect(undo).toContain(id);
    bench.git('branch', 'again', id);
    bench.git('branch', 'twin', id);
    valueOf(await bench.tools.execute('git_branch', { action: 'delete', name: 'twin' }));
  });

  it('refuses names that git does not accept, that exist, and branches that are checked out', async () => {
    await using bench = await openRepositoryTools();
    const codeOf = async (params: Parameters<typeof bench.tools.execute<'git_branch'>>[1]) =>
      errorOf(await bench.tools.execute('git_branch', params)).code;
    expect(await codeOf({ action: 'create', name: 'a..b' })).toBe('INVALID_BRANCH_NAME');
    expect(await codeOf({ action: 'create', name: '@{-1}' })).toBe('INVALID_BRANCH_NAME');
    expect(await codeOf({ action: 'create', name: 'HEAD' })).toBe('INVALID_BRANCH_NAME');
    expect(await codeOf({ action: 'create', name: '-d' })).toBe('VALIDATION_ERROR');
    expect(await codeOf({ action: 'create', name: 'main' })).toBe('BRANCH_EXISTS');
    expect(await codeOf({ action: 'delete', name: 'mian' })).toBe('UNKNOWN_REVISION');
    bench.git('branch', 'twin');
    expect(await codeOf({ action: 'delete', name: 'main' })).toBe('BRANCH_IN_USE');
    bench.git('worktree', 'add', '-q', 'wt', 'twin');
    expect(await codeOf({ action: 'delete', name: 'twin' })).toBe('BRANCH_IN_USE');
    expect(await codeOf({ action: 'create' })).toBe('VALIDATION_ERROR');
  });

  it('lists nothing in a repository without commits', async () => {
    const folder = await createTestFolder();
    initRepository(folder.path);
    await using bench = await openTools(folder);
    expect(valueOf(await bench.tools.execute('git_branch', {})).branches).toEqual([]);
    const error = errorOf(await bench.tools.execute('git_branch', { action: 'create', name: 'x' }));
    expect(error.code).toBe('UNKNOWN_REVISION');
  });
});
