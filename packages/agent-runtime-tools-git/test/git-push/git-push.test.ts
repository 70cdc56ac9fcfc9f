import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { commitAll, errorOf, git, hasGit, openRepositoryTools, valueOf } from '../git-for-test.ts';
import { openHttpRemote } from './http-remote.ts';

/** A repository with one commit and a remote that knows nothing yet. */
async function withRemote() {
  const remote = await openHttpRemote();
  const bench = await openRepositoryTools({ pushProtocols: ['http'] });
  bench.git('remote', 'add', 'origin', remote.address);
  return {
    ...bench,
    remote,
    async [Symbol.asyncDispose]() {
      await bench[Symbol.asyncDispose]();
      await remote[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(!hasGit)('git_push', () => {
  it('creates and updates a branch, and shows the commits, but never a password', async () => {
    await using bench = await withRemote();
    const plan = valueOf(await bench.tools.dryRun('git_push', { setUpstream: true }));
    expect(plan.summary).toMatch(
      /^Would push main \(\w{12}\) to main of origin at http:\/\/\*\*\*@127\.0\.0\.1:\d+\/project\.git: 1 commit/,
    );
    expect(plan.changes[1]).toEqual({ kind: 'send', target: `${bench.first.slice(0, 12)} First (Ada)` });
    expect(bench.remote.git('branch')).toBe('');
    const first = await bench.tools.execute('git_push', { setUpstream: true });
    expect(valueOf(first)).toMatchObject({
      remote: 'origin',
      branch: 'main',
      to: 'main',
      commit: bench.first,
      result: 'created',
      total: 1,
    });
    expect(bench.remote.git('rev-parse', 'main').trim()).toBe(bench.first);
    expect(bench.git('rev-parse', '--abbrev-ref', 'main@{upstream}')).toBe('origin/main\n');
    await bench.folder.write('a.txt', 'more\n');
    const id = commitAll(bench.path, 'Second');
    const second = await bench.tools.execute('git_push', {});
    expect(valueOf(second)).toMatchObject({
      result: 'updated',
      previous: bench.first,
      commits: [{ id, subject: 'Second', author: 'Ada' }],
    });
    expect(valueOf(second).undo).toContain(`${bench.first}:refs/heads/main`);
    expect(valueOf(await bench.tools.execute('git_push', {}))).toMatchObject({ result: 'up-to-date', total: 0 });
    expect(JSON.stringify([plan, first, second])).not.toContain('secret');
  });

  it('refuses to remove commits from the remote, and does it only if nothing else came in', async () => {
    await using bench = await withRemote();
    await bench.folder.write('a.txt', 'more\n');
    const lost = commitAll(bench.path, 'Second');
    valueOf(await bench.tools.execute('git_push', {}));
    bench.git('reset', '-q', '--hard', bench.first);
    const error = errorOf(await bench.tools.execute('git_push', {}));
    expect(error).toMatchObject({ code: 'WORK_WOULD_BE_LOST', details: { commits: [lost] } });
    const plan = valueOf(await bench.tools.dryRun('git_push', { discard: true }));
    expect(plan.warnings?.[0]).toContain('Second');
    // Somebody else pushes meanwhile.
    const other = bench.remote.git('commit-tree', '-p', lost, '-m', 'Theirs', `${lost}^{tree}`).trim();
    bench.remote.git('update-ref', 'refs/heads/main', other);
    expect(errorOf(await bench.tools.execute('git_push', { discard: true })).code).toBe('PUSH_REJECTED');
    bench.remote.git('update-ref', 'refs/heads/main', lost);
    expect(valueOf(await bench.tools.execute('git_push', { discard: true })).result).toBe('overwritten');
  });

  it('is rejected if the remote has commits that nobody has fetched', async () => {
    await using bench = await withRemote();
    valueOf(await bench.tools.execute('git_push', {}));
    const theirs = bench.remote.git('commit-tree', '-p', bench.first, '-m', 'Theirs', `${bench.first}^{tree}`).trim();
    bench.remote.git('update-ref', 'refs/heads/main', theirs);
    await bench.folder.write('a.txt', 'mine\n');
    commitAll(bench.path, 'Mine');
    const error = errorOf(await bench.tools.execute('git_push', {}));
    expect(error.code).toBe('PUSH_REJECTED');
    expect(bench.remote.git('rev-parse', 'main').trim()).toBe(theirs);
  });

  it('pushes only what was approved', async () => {
    await using bench = await withRemote();
    bench.tools.use({
      name: 'meanwhile',
      phase: 'around',
      async execute(params, _context, next) {
        bench.git('commit', '-q', '--allow-empty', '-m', 'Unseen');
        return next(params);
      },
    });
    expect(errorOf(await bench.tools.execute('git_push', {})).code).toBe('CHANGED_SINCE_APPROVAL');
    expect(bench.remote.git('branch')).toBe('');
  });

  it('says that a password is missing, and asks nobody', async () => {
    await using bench = await withRemote();
    bench.git('remote', 'set-url', 'origin', bench.remote.plainAddress);
    expect(errorOf(await bench.tools.execute('git_push', {})).code).toBe('AUTHENTICATION_FAILED');
  });

  it('pushes with the ssh command of the person, and says why that does not reach the remote', async () => {
    await using home = await createTestFolder();
    const bare = join(home.path, 'remote.git');
    git(home.path, ['init', '-q', '--bare', bare]);
    // In place of ssh: the last argument is the command for the other machine.
    const ssh = async (script: string) => {
      await writeFile(join(home.path, 'ssh'), `#!/bin/sh\n${script}\n`);
      await chmod(join(home.path, 'ssh'), 0o755);
    };
    const config = join(home.path, 'gitconfig');
    await writeFile(config, `[core]\n\tsshCommand = ${join(home.path, 'ssh')}\n[ssh]\n\tvariant = simple\n`);
    await using bench = await openRepositoryTools({ env: { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: config } });
    bench.git('remote', 'add', 'origin', `git@example.invalid:${bare}`);
    await ssh('echo "Host key verification failed." >&2; exit 255');
    expect(errorOf(await bench.tools.execute('git_push', {}))).toMatchObject({
      code: 'AUTHENTICATION_FAILED',
      message: expect.stringContaining('does not know the key'),
    });
    await ssh('echo "git@example.invalid: Permission denied (publickey)." >&2; exit 255');
    expect(errorOf(await bench.tools.execute('git_push', {})).message).toMatch(/Permission denied \(publickey\)\.$/);
    await ssh('eval "exec $2"');
    expect(valueOf(await bench.tools.execute('git_push', {}))).toMatchObject({ result: 'created' });
    expect(git(bare, ['rev-parse', 'main']).trim()).toBe(bench.first);
  });

  it('refuses addresses, unknown remotes, a detached HEAD, and ways that are not allowed', async () => {
    await using bench = await withRemote();
    const codeOf = async (params: Record<string, string>) =>
      errorOf(await bench.tools.execute<string>('git_push', params)).code;
    expect(await codeOf({ remote: bench.remote.address })).toBe('UNKNOWN_REMOTE');
    expect(await codeOf({ remote: '--exec=x' })).toBe('VALIDATION_ERROR');
    expect(await codeOf({ branch: 'none' })).toBe('UNKNOWN_REVISION');
    for (const [address, protocol] of [
      ['../other', 'file'],
      ['ext::sh -c touch% x', 'ext'],
      ['git@example.com:a', 'ssh'],
      ['fd::1', 'fd'],
    ] as const) {
      bench.git('remote', 'set-url', 'origin', address);
      const error = errorOf(await bench.tools.execute('git_push', {}));
      expect(error).toMatchObject({ code: 'PROTOCOL_NOT_ALLOWED', details: { protocol } });
    }
    bench.git('checkout', '-q', '--detach');
    expect(await codeOf({})).toBe('VALIDATION_ERROR');
  });

  it('starts nothing that the repository names', async () => {
    await using bench = await withRemote();
    await using outside = await createTestFolder();
    const program = join(outside.path, 'planted.sh');
    await mkdir(join(outside.path, 'started'));
    await writeFile(program, `#!/bin/sh\ntouch "${outside.path}/started/$1"\nexit 0\n`);
    await chmod(program, 0o755);
    const settings = {
      'core.askPass': program,
      'core.sshCommand': `${program} ssh`,
      'credential.helper': `!${program} helper`,
      [`credential.${bench.remote.plainAddress}.helper`]: `!${program} scoped-helper`,
      'core.hooksPath': join(bench.path, 'planted-hooks'),
      'push.gpgSign': 'true',
      'gpg.program': program,
      'remote.origin.receivepack': `${program} receive`,
      'remote.origin.proxy': 'http://127.0.0.1:1',
      'push.pushOption': 'x',
      'push.recurseSubmodules': 'on-demand',
    };
    for (const [key, value] of Object.entries(settings)) git(bench.path, ['config', key, value]);
    await bench.folder.write('planted-hooks/pre-push', `#!/bin/sh\nexec ${program} pre-push\n`);
    await chmod(join(bench.path, 'planted-hooks/pre-push'), 0o755);
    valueOf(await bench.tools.execute('git_push', {}));
    bench.git('remote', 'set-url', 'origin', bench.remote.plainAddress);
    await bench.tools.execute('git_push', { to: 'other' });
    expect(await readdir(join(outside.path, 'started'))).toEqual([]);
  });
});
