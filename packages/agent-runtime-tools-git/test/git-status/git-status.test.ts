import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import {
  commitAll,
  errorOf,
  GIT_ENV,
  initRepository,
  openRepositoryTools,
  openTools,
  valueOf,
  hasGit,
} from '../git-for-test.ts';

describe.skipIf(!hasGit)('git_status', () => {
  it('tells staged, unstaged, untracked, renamed and deleted files apart', async () => {
    await using bench = await openRepositoryTools({
      files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'long.txt': 'x\n'.repeat(50) },
    });
    bench.git('mv', 'long.txt', 'moved.txt');
    await bench.folder.write('a.txt', 'staged\n');
    bench.git('add', 'a.txt');
    await bench.folder.write('a.txt', 'unstaged\n');
    bench.git('rm', '-q', 'b.txt');
    await bench.folder.write('new folder/n\u00e9w.txt', 'new\n');
    const value = valueOf(await bench.tools.execute('git_status', {}));
    expect(value).toMatchObject({
      branch: 'main',
      detached: false,
      commit: bench.first,
      clean: false,
      total: 4,
      truncated: false,
    });
    expect(value.files).toEqual([
      { path: 'a.txt', staged: 'modified', unstaged: 'modified' },
      { path: 'b.txt', staged: 'deleted', unstaged: 'unmodified' },
      { path: 'moved.txt', from: 'long.txt', staged: 'renamed', unstaged: 'unmodified' },
      { path: 'new folder/n\u00e9w.txt', staged: 'untracked', unstaged: 'untracked' },
    ]);
  });

  it('works in a repository without commits and with a detached HEAD', async () => {
    const folder = await createTestFolder({ 'a.txt': 'a\n' });
    initRepository(folder.path);
    await using bench = await openTools(folder);
    const empty = valueOf(await bench.tools.execute('git_status', {}));
    expect(empty).toMatchObject({ branch: 'main', clean: false, total: 1 });
    expect(empty.commit).toBeUndefined();
    const id = commitAll(folder.path, 'First');
    bench.git('checkout', '-q', '--detach');
    const detached = valueOf(await bench.tools.execute('git_status', {}));
    expect(detached).toMatchObject({ detached: true, commit: id, clean: true });
    expect(detached.branch).toBeUndefined();
  });

  it('names conflicts and the merge that is under way', async () => {
    await using bench = await openRepositoryTools();
    bench.git('checkout', '-q', '-b', 'side');
    await bench.folder.write('a.txt', 'side\n');
    commitAll(bench.path, 'Side');
    bench.git('checkout', '-q', 'main');
    await bench.folder.write('a.txt', 'main\n');
    commitAll(bench.path, 'Main');
    expect(() => bench.git('merge', '-q', 'side')).toThrow('merge');
    const value = valueOf(await bench.tools.execute('git_status', {}));
    expect(value.operation).toBe('merge');
    expect(value.files).toEqual([
      { path: 'a.txt', staged: 'unmerged', unstaged: 'unmerged', conflict: 'both modified' },
    ]);
    const diff = valueOf(await bench.tools.execute('git_diff', {}));
    expect(diff.files).toMatchObject([{ path: 'a.txt', status: 'unmerged' }]);
    expect(diff.diff).toContain('<<<<<<<');
  });

  it('counts the commits ahead of and behind the upstream, and the stashes', async () => {
    await using bench = await openRepositoryTools();
    bench.git('branch', 'base');
    bench.git('branch', '-q', '--set-upstream-to=base');
    await bench.folder.write('a.txt', 'more\n');
    commitAll(bench.path, 'More');
    await bench.folder.write('a.txt', 'stashed\n');
    bench.git('stash', '-q');
    expect(valueOf(await bench.tools.execute('git_status', {}))).toMatchObject({
      upstream: 'base',
      ahead: 1,
      behind: 0,
      stashes: 1,
    });
  });

  it('quotes a name that is not UTF-8 and keeps one with a line break', async () => {
    await using bench = await openRepositoryTools();
    const name = Buffer.concat([Buffer.from(`${bench.path}/caf`), Buffer.from([0xe9])]);
    await writeFile(name, 'x\n');
    await bench.folder.write('two\nlines.txt', 'x\n');
    const { files } = valueOf(await bench.tools.execute('git_status', {}));
    expect(files.map(({ path }) => path)).toEqual(['"caf\\351"', 'two\nlines.txt']);
    const text = bench.tools.toModelOutput(await bench.tools.execute('git_status', {}));
    expect(JSON.stringify(text)).toContain('untracked: two\\\\nlines.txt');
    execFileSync('git', ['add', '-A'], { cwd: bench.path, env: GIT_ENV });
    const diff = valueOf(await bench.tools.execute('git_diff', { staged: true }));
    expect(diff.files.map(({ path }) => path)).toContain('"caf\\351"');
    expect(diff.diff).toContain('"b/caf\\351"');
  });

  it('is bounded and says how to get the rest', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`f${String(n).padStart(2, '0')}.txt`, 'x\n']),
    );
    await using bench = await openRepositoryTools();
    for (const [name, text] of Object.entries(files)) await bench.folder.write(name, text);
    const value = valueOf(await bench.tools.execute('git_status', { limit: 10 }));
    expect(value).toMatchObject({ total: 30, truncated: true });
    expect(value.files).toHaveLength(10);
    expect(value.notes?.[0]).toContain('10 of 30');
  });

  it('does not show what an ignore file hides from tools', async () => {
    await using bench = await openRepositoryTools({
      files: { 'a.txt': 'a\n', 'secret.env': 'KEY=1\n', '.toolignore': 'secret.env\n' },
    });
    await bench.folder.write('secret.env', 'KEY=2\n');
    const results = [
      await bench.tools.execute('git_status', {}),
      await bench.tools.execute('git_diff', {}),
      await bench.tools.execute('git_show', {}),
      await bench.tools.execute('git_show', { file: 'secret.env' }),
      await bench.tools.execute('git_blame', { path: 'secret.env' }),
      await bench.tools.execute('git_diff', { paths: ['secret.env'] }),
    ];
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
      'ok',
      'ok',
      'ok',
      'PATH_IGNORED',
      'PATH_IGNORED',
      'PATH_IGNORED',
    ]);
    expect(JSON.stringify(results.slice(0, 3))).not.toContain('KEY=');
  });

  it('shows paths relative to the workspace for a repository in a folder', async () => {
    const folder = await createTestFolder({ 'lib/a.txt': 'a\n', 'lib/sub/b.txt': 'b\n' });
    initRepository(join(folder.path, 'lib'));
    commitAll(join(folder.path, 'lib'), 'First');
    await using bench = await openTools(folder);
    await folder.write('lib/sub/b.txt', 'c\n');
    const status = valueOf(await bench.tools.execute('git_status', { repository: 'lib/sub' }));
    expect(status).toMatchObject({ repository: 'lib', files: [{ path: 'lib/sub/b.txt' }] });
    const diff = valueOf(await bench.tools.execute('git_diff', { repository: 'lib', paths: ['lib/sub/b.txt'] }));
    expect(diff.diff).toContain('--- a/lib/sub/b.txt');
    expect(errorOf(await bench.tools.execute('git_status', {})).code).toBe('NOT_A_REPOSITORY');
  });

  it('answers two principals at once, and stops when it is cancelled', async () => {
    await using bench = await openRepositoryTools();
    const both = await Promise.all(
      ['ada', 'bob'].map((id) => bench.tools.execute('git_status', {}, { taskId: 't', principal: { id } })),
    );
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    const control = new AbortController();
    const running = bench.tools.execute('git_status', {}, { signal: control.signal });
    setTimeout(() => control.abort(), 5);
    const result = await running;
    expect(result.ok || result.error.code === 'CANCELLED').toBe(true);
  });

  it('says what to install if there is no git, and refuses one that is too old', async () => {
    await using bench = await openRepositoryTools({ gitPath: 'no-such-git' });
    expect(errorOf(await bench.tools.execute('git_status', {})).code).toBe('ENGINE_NOT_AVAILABLE');
    await bench.folder.write('old-git', '#!/bin/sh\necho git version 2.30.9\n');
    execFileSync('chmod', ['+x', join(bench.path, 'old-git')]);
    await using old = await openTools(bench.folder, { gitPath: join(bench.path, 'old-git') });
    const error = errorOf(await old.tools.execute('git_status', {}));
    expect(error.code).toBe('ENGINE_NOT_AVAILABLE');
    expect(error.message).toContain('2.30');
  });
});
