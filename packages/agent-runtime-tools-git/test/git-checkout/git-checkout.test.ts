import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** `main` and `side` differ in a.txt, and only `side` has new.txt. */
async function twoBranches() {
  const bench = await openRepositoryTools();
  bench.git('checkout', '-q', '-b', 'side');
  await bench.folder.write('a.txt', 'side\n');
  await bench.folder.write('new.txt', 'new\n');
  const side = commitAll(bench.path, 'Side');
  bench.git('checkout', '-q', 'main');
  return { ...bench, side };
}

describe.skipIf(!hasGit)('git_checkout of a branch', () => {
  it('switches, and names the way back', async () => {
    await using bench = await twoBranches();
    const value = valueOf(await bench.tools.execute('git_checkout', { branch: 'side' }));
    expect(value).toEqual({
      repository: '.',
      branch: 'side',
      commit: bench.side,
      files: ['a.txt', 'new.txt'],
      total: 2,
      truncated: false,
      undo: 'Call git_checkout with branch: main.',
    });
    const detached = valueOf(await bench.tools.execute('git_checkout', { revision: 'main' }));
    expect(detached.branch).toBeUndefined();
    expect(detached.commit).toBe(bench.first);
    const back = valueOf(await bench.tools.execute('git_checkout', { branch: 'side' }));
    expect(back.undo).toBe(`Call git_checkout with revision: ${bench.first}.`);
  });

  it('creates a branch, also in a repository without commits', async () => {
    await using bench = await twoBranches();
    const value = valueOf(await bench.tools.execute('git_checkout', { create: 'topic', from: 'side' }));
    expect(value).toMatchObject({ branch: 'topic', commit: bench.side });
    expect(errorOf(await bench.tools.execute('git_checkout', { create: 'topic' })).code).toBe('BRANCH_EXISTS');
    const folder = await createTestFolder({ 'a.txt': 'a\n' });
    initRepository(folder.path);
    await using empty = await openTools(folder);
    expect(valueOf(await empty.tools.execute('git_checkout', { create: 'trunk' }))).toMatchObject({
      branch: 'trunk',
      total: 0,
    });
    expect(empty.git('symbolic-ref', 'HEAD')).toBe('refs/heads/trunk\n');
    expect(await folder.read('a.txt')).toBe('a\n');
  });

  it('names the files whose changes would be lost and changes nothing', async () => {
    await using bench = await twoBranches();
    await bench.folder.write('a.txt', 'mine\n');
    await bench.folder.write('new.txt', 'untracked\n');
    await bench.folder.write('src/b.ts', 'kept\n');
    for (const call of [
      bench.tools.execute('git_checkout', { branch: 'side' }),
      bench.tools.dryRun('git_checkout', { branch: 'side' }),
    ]) {
      const error = errorOf(await call);
      expect(error).toMatchObject({ code: 'WORK_WOULD_BE_LOST', details: { files: ['a.txt', 'new.txt'] } });
      expect(error.message).toContain('a.txt, new.txt');
    }
    expect(await bench.folder.read('a.txt')).toBe('mine\n');
    bench.git('checkout', 'a.txt');
    await rm(join(bench.path, 'new.txt'));
    valueOf(await bench.tools.execute('git_checkout', { branch: 'side' }));
    expect(await bench.folder.read('src/b.ts')).toBe('kept\n');
  });

  it('does not overwrite an ignored file, nor a file where a folder is needed', async () => {
    await using bench = await twoBranches();
    bench.git('checkout', '-q', 'side');
    await bench.folder.write('dir/x.txt', 'x\n');
    commitAll(bench.path, 'Folder');
    bench.git('checkout', '-q', 'main');
    await bench.folder.write('.git/info/exclude', 'new.txt\ndir\n');
    await bench.folder.write('new.txt', 'precious\n');
    await bench.folder.write('dir', 'a file\n');
    const error = errorOf(await bench.tools.execute('git_checkout', { branch: 'side' }));
    expect(error).toMatchObject({ code: 'WORK_WOULD_BE_LOST', details: { files: ['dir', 'new.txt'] } });
    expect(await bench.folder.read('new.txt')).toBe('precious\n');
  });

  it('throws changes away with discard, and undo brings them back', async () => {
    await using bench = await twoBranches();
    await bench.folder.write('a.txt', 'mine\n');
    await bench.folder.write('new.txt', 'untracked\n');
    const params = { branch: 'side', discard: true };
    const plan = valueOf(await bench.tools.dryRun('git_checkout', params));
    expect(plan.warnings?.[0]).toContain('a.txt, new.txt');
    const value = valueOf(await bench.tools.execute('git_checkout', params, { taskId: 't' }));
    expect(value).toMatchObject({ branch: 'side', discarded: ['a.txt', 'new.txt'] });
    expect(value.undo).toContain('undo_change');
    expect(await bench.folder.read('a.txt')).toBe('side\n');
    await bench.workspace.undo({ taskId: 't' });
    expect(await bench.folder.read('a.txt')).toBe('mine\n');
    expect(await bench.folder.read('new.txt')).toBe('untracked\n');
  });

  it('does not give up a merge, or commits that have no name, unless told to', async () => {
    await using bench = await twoBranches();
    await bench.folder.write('a.txt', 'main\n');
    commitAll(bench.path, 'Main');
    expect(() => bench.git('merge', '-q', 'side')).toThrow('merge');
    expect(errorOf(await bench.tools.execute('git_checkout', { branch: 'side' })).code).toBe('UNRESOLVED_CONFLICTS');
    bench.git('add', '-A');
    const merging = errorOf(await bench.tools.execute('git_checkout', { branch: 'side' }));
    expect(merging).toMatchObject({
      code: 'WORK_WOULD_BE_LOST',
      message: expect.stringContaining('merge is under way'),
    });
    valueOf(await bench.tools.execute('git_checkout', { branch: 'side', discard: true }));
    bench.git('checkout', '-q', '--detach');
    bench.git('commit', '-q', '--allow-empty', '-m', 'Nowhere');
    const error = errorOf(await bench.tools.execute('git_checkout', { branch: 'main' }));
    expect(error.message).toContain('Nowhere');
    valueOf(await bench.tools.execute('git_checkout', { create: 'rescue' }));
    valueOf(await bench.tools.execute('git_checkout', { branch: 'main' }));
  });

  it('refuses unknown branches, those of another worktree, and mixed parameters', async () => {
    await using bench = await twoBranches();
    bench.git('update-ref', 'refs/remotes/origin/far', 'HEAD');
    const unknown = errorOf(await bench.tools.execute('git_checkout', { branch: 'far' }));
    expect(unknown).toMatchObject({ code: 'UNKNOWN_REVISION', suggestion: expect.stringContaining('origin/far') });
    bench.git('worktree', 'add', '-q', 'wt', 'side');
    expect(errorOf(await bench.tools.execute('git_checkout', { branch: 'side' })).code).toBe('BRANCH_IN_USE');
    expect(errorOf(await bench.tools.execute('git_checkout', {})).code).toBe('VALIDATION_ERROR');
    expect(errorOf(await bench.tools.execute('git_checkout', { branch: 'a', paths: ['x'] })).code).toBe(
      'VALIDATION_ERROR',
    );
    const inWorktree = valueOf(await bench.tools.execute('git_checkout', { create: 'other', repository: 'wt' }));
    expect(inWorktree).toMatchObject({ repository: 'wt', branch: 'other' });
  });
});

describe.skipIf(!hasGit)('git_checkout of files', () => {
  it('brings deleted files back without being asked twice', async () => {
    await using bench = await openRepositoryTools();
    await rm(join(bench.path, 'a.txt'));
    const value = valueOf(await bench.tools.execute('git_checkout', { paths: ['a.txt'] }));
    expect(value.files).toEqual(['a.txt']);
    expect(await bench.folder.read('a.txt')).toBe('one\ntwo\nthree\n');
    expect(valueOf(await bench.tools.execute('git_checkout', { paths: ['.'] }))).toMatchObject({
      total: 0,
      undo: 'Nothing was changed.',
    });
  });

  it('overwrites changes only with discard, and undo brings them back', async () => {
    await using bench = await twoBranches();
    await bench.folder.write('a.txt', 'mine\n');
    await bench.folder.write('new.txt', 'untracked\n');
    const refused = errorOf(await bench.tools.execute('git_checkout', { paths: ['a.txt'] }));
    expect(refused).toMatchObject({ code: 'WORK_WOULD_BE_LOST', details: { files: ['a.txt'] } });
    const other = errorOf(await bench.tools.execute('git_checkout', { paths: ['new.txt'], from: 'side' }));
    expect(other).toMatchObject({ details: { files: ['new.txt'] } });
    const params = { paths: ['.'], from: 'side', discard: true };
    const value = valueOf(await bench.tools.execute('git_checkout', params, { taskId: 't' }));
    expect(value).toMatchObject({
      branch: 'main',
      files: ['a.txt', 'new.txt'],
      undo: expect.stringContaining('undo_change'),
    });
    expect(await bench.folder.read('new.txt')).toBe('new\n');
    await bench.workspace.undo({ taskId: 't' });
    expect(await bench.folder.read('a.txt')).toBe('mine\n');
    expect(await bench.folder.read('new.txt')).toBe('untracked\n');
  });

  it('takes names literally, restores names that are not UTF-8, and refuses unknown ones', async () => {
    await using bench = await openRepositoryTools({ files: { 'a.txt': 'a\n', '*.txt': 'star\n' } });
    const name = Buffer.concat([Buffer.from(`${bench.path}/caf`), Buffer.from([0xe9])]);
    await writeFile(name, 'x\n');
    commitAll(bench.path, 'Names');
    for (const path of ['a.txt', '*.txt']) await bench.folder.write(path, 'changed\n');
    valueOf(await bench.tools.execute('git_checkout', { paths: ['*.txt'], discard: true }));
    expect([await bench.folder.read('a.txt'), await bench.folder.read('*.txt')]).toEqual(['changed\n', 'star\n']);
    await rm(name);
    const value = valueOf(await bench.tools.execute('git_checkout', { paths: ['.'], discard: true }));
    expect(value.files).toEqual(['a.txt', '"caf\\351"']);
    expect(value.notes).toEqual([expect.stringContaining('not UTF-8')]);
    expect(errorOf(await bench.tools.execute('git_checkout', { paths: ['none.txt'] })).code).toBe('FILE_NOT_FOUND');
  });
});
