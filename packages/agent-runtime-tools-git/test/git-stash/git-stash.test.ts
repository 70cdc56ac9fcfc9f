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

describe.skipIf(!hasGit)('git_stash', () => {
  it('puts changes away and brings them back as its result says', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('a.txt', 'staged\n');
    bench.git('add', 'a.txt');
    await bench.folder.write('src/b.ts', 'changed\n');
    await bench.folder.write('new.txt', 'new\n');
    const pushed = valueOf(
      await bench.tools.execute('git_stash', { action: 'push', message: 'Half done', includeUntracked: true }),
    );
    expect(pushed).toMatchObject({
      files: ['a.txt', 'src/b.ts', 'new.txt'],
      total: 3,
      undo: 'Call git_stash with action: pop and restoreStaged: true.',
    });
    expect(bench.git('status', '--porcelain')).toBe('');
    const { stashes } = valueOf(await bench.tools.execute('git_stash', {}));
    expect(stashes).toMatchObject([{ index: 0, message: 'On main: Half done', commit: pushed.stashes[0]?.commit }]);
    const popped = valueOf(
      await bench.tools.execute('git_stash', { action: 'pop', restoreStaged: true }, { taskId: 't' }),
    );
    expect(popped).toMatchObject({ total: 3, done: 'The stash was applied and removed.' });
    expect(bench.git('status', '--porcelain')).toBe('M  a.txt\n M src/b.ts\n?? new.txt\n');
    expect(popped.undo).toContain(`git stash store -m "On main: Half done" ${pushed.stashes[0]?.commit}`);
    await bench.workspace.undo({ taskId: 't' });
    expect(await bench.folder.read('src/b.ts')).toBe('export const b = 1;\n');
    expect(valueOf(await bench.tools.execute('git_stash', {})).stashes).toEqual([]);
  });

  it('puts away only some files, and nothing that is hidden from tools', async () => {
    await using bench = await openRepositoryTools({
      files: { 'a.txt': 'a\n', 'b.txt': 'b\n', '.toolignore': 'secret.env\n' },
    });
    for (const name of ['a.txt', 'b.txt', 'secret.env']) await bench.folder.write(name, 'changed\n');
    valueOf(await bench.tools.execute('git_stash', { action: 'push', paths: ['a.txt'] }));
    expect(bench.git('status', '--porcelain')).toBe(' M b.txt\n?? secret.env\n');
    await bench.folder.write('*.txt', 'new\n');
    const all = valueOf(await bench.tools.execute('git_stash', { action: 'push', includeUntracked: true }));
    expect(all.files).toEqual(['b.txt', '*.txt']);
    expect(bench.git('status', '--porcelain')).toBe('?? secret.env\n');
    valueOf(await bench.tools.execute('git_stash', { action: 'pop' }));
    expect(bench.git('status', '--porcelain')).toBe(' M b.txt\n?? *.txt\n?? secret.env\n');
  });

  it('refuses to overwrite changes, and names the files', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('a.txt', 'stashed\n');
    await bench.folder.write('new.txt', 'stashed\n');
    valueOf(await bench.tools.execute('git_stash', { action: 'push', includeUntracked: true }));
    await bench.folder.write('a.txt', 'mine\n');
    await bench.folder.write('new.txt', 'mine\n');
    for (const call of [
      bench.tools.execute('git_stash', { action: 'pop' }),
      bench.tools.dryRun('git_stash', { action: 'pop' }),
    ]) {
      expect(errorOf(await call)).toMatchObject({
        code: 'WORK_WOULD_BE_LOST',
        details: { files: ['a.txt', 'new.txt'] },
      });
    }
    expect(await bench.folder.read('a.txt')).toBe('mine\n');
  });

  it('keeps the stash and names the files if there are conflicts', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('a.txt', 'stashed\n');
    valueOf(await bench.tools.execute('git_stash', { action: 'push' }));
    await bench.folder.write('a.txt', 'committed\n');
    commitAll(bench.path, 'Other');
    const value = valueOf(await bench.tools.execute('git_stash', { action: 'pop' }));
    expect(value).toMatchObject({ conflicts: ['a.txt'], done: expect.stringContaining('kept') });
    expect(await bench.folder.read('a.txt')).toContain('<<<<<<<');
    expect(valueOf(await bench.tools.execute('git_stash', {})).stashes).toHaveLength(1);
    expect(errorOf(await bench.tools.execute('git_stash', { action: 'push' })).code).toBe('UNRESOLVED_CONFLICTS');
  });

  it('throws a stash away only with discard, and says how to get it back', async () => {
    await using bench = await openRepositoryTools();
    for (const text of ['first\n', 'second\n']) {
      await bench.folder.write('a.txt', text);
      valueOf(await bench.tools.execute('git_stash', { action: 'push', message: text.trim() }));
    }
    const refused = errorOf(await bench.tools.execute('git_stash', { action: 'drop', stash: 1 }));
    expect(refused).toMatchObject({ code: 'WORK_WOULD_BE_LOST', details: { files: ['a.txt'] } });
    const dropped = valueOf(await bench.tools.execute('git_stash', { action: 'drop', stash: 1, discard: true }));
    expect(dropped.stashes).toMatchObject([{ message: 'On main: first' }]);
    expect(bench.git('stash', 'list', '--format=%gs')).toBe('On main: second\n');
    bench.git('stash', 'store', '-m', 'back', dropped.stashes[0]?.commit ?? '');
    valueOf(await bench.tools.execute('git_stash', { action: 'apply' }));
    expect(await bench.folder.read('a.txt')).toBe('first\n');
    expect(errorOf(await bench.tools.execute('git_stash', { action: 'apply', stash: 7 })).code).toBe(
      'UNKNOWN_REVISION',
    );
  });

  it('says so if there is nothing to put away, or no commit', async () => {
    await using bench = await openRepositoryTools();
    await bench.folder.write('new.txt', 'new\n');
    expect(errorOf(await bench.tools.execute('git_stash', { action: 'push' })).code).toBe('NOTHING_TO_STASH');
    const folder = await createTestFolder({ 'a.txt': 'a\n' });
    initRepository(folder.path);
    await using empty = await openTools(folder);
    expect(errorOf(await empty.tools.execute('git_stash', { action: 'push' })).code).toBe('UNKNOWN_REVISION');
  });
});
