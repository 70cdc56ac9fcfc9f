import { chmod, mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import {
  commitAll,
  errorOf,
  git,
  initRepository,
  openRepositoryTools,
  openTools,
  valueOf,
  hasGit,
} from './git-for-test.ts';

/** A program that leaves a file behind when it is started, named after its first argument. */
async function plantProgram(folder: string): Promise<string> {
  const program = join(folder, 'planted.sh');
  await mkdir(join(folder, 'started'), { recursive: true });
  await writeFile(program, `#!/bin/sh\ntouch "${folder}/started/$1"\ncat >/dev/null 2>&1 </dev/null\nexit 0\n`);
  await chmod(program, 0o755);
  return program;
}

const startedIn = (folder: string): Promise<string[]> => readdir(join(folder, 'started'));

/** Every kind of setting and file that makes git start a program, in one repository. */
async function plantEverything(repository: string, program: string): Promise<void> {
  const run = (name: string): string => `${program} ${name}`;
  const settings: readonly (readonly [string, string])[] = [
    ['core.fsmonitor', run('fsmonitor')],
    ['core.pager', run('pager')],
    ['core.editor', run('editor')],
    ['core.askPass', program],
    ['core.sshCommand', run('ssh')],
    ['core.gitProxy', program],
    ['core.alternateRefsCommand', run('alternate-refs')],
    ['core.hooksPath', join(repository, 'planted-hooks')],
    ['pager.log', run('pager-log')],
    ['pager.status', 'true'],
    ['sequence.editor', run('sequence-editor')],
    ['diff.external', run('diff-external')],
    ['diff.planted.command', run('diff-command')],
    ['diff.planted.textconv', run('textconv')],
    ['filter.planted.clean', run('clean')],
    ['filter.planted.smudge', run('smudge')],
    ['filter.planted.required', 'true'],
    ['filter.streamed.process', run('process')],
    ['filter.a=b.clean', run('clean-equals')],
    ['merge.planted.driver', run('merge-driver')],
    ['merge.default', 'planted'],
    ['gpg.program', program],
    ['gpg.ssh.defaultKeyCommand', run('ssh-key')],
    ['log.showSignature', 'true'],
    ['commit.gpgSign', 'true'],
    ['commit.template', join(repository, 'a.txt')],
    ['tag.gpgSign', 'true'],
    ['push.gpgSign', 'true'],
    ['credential.helper', run('credential')],
    ['interactive.diffFilter', run('diff-filter')],
    ['alias.status', `!${run('alias')}`],
    ['trailer.planted.command', run('trailer')],
    ['hook.planted.command', run('hook-command')],
    ['hook.planted.event', 'post-index-change'],
    ['submodule.planted.update', `!${run('submodule-update')}`],
    ['uploadpack.packObjectsHook', run('pack-objects-hook')],
    ['gc.recentObjectsHook', run('recent-objects')],
  ];
  for (const [key, value] of settings) git(repository, ['config', key, value]);
  await writeFile(
    join(repository, '.gitattributes'),
    '* filter=planted diff=planted merge=planted\n*.ts filter=streamed\n*.eq filter=a=b\n',
  );
  for (const hooks of [join(repository, 'planted-hooks'), join(repository, '.git/hooks')]) {
    await mkdir(hooks, { recursive: true });
    for (const hook of HOOKS) {
      await writeFile(join(hooks, hook), `#!/bin/sh\nexec ${run(`hook-${hook}`)}\n`);
      await chmod(join(hooks, hook), 0o755);
    }
  }
}

const HOOKS = [
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'post-checkout',
  'pre-push',
  'post-index-change',
  'reference-transaction',
  'fsmonitor-watchman',
  'pre-auto-gc',
];

async function hostileRepository() {
  const bench = await openRepositoryTools();
  const outside = await createTestFolder();
  const program = await plantProgram(outside.path);
  await plantEverything(bench.path, program);
  // Another time than in the index: git has to read the files, and asks the filters.
  await bench.folder.write('a.txt', 'one\n2\nthree\n');
  await bench.folder.write('x.eq', 'equals\n');
  await utimes(join(bench.path, 'src/b.ts'), 1, 1);
  return {
    ...bench,
    started: () => startedIn(outside.path),
    async [Symbol.asyncDispose]() {
      await bench[Symbol.asyncDispose]();
      await outside.remove();
    },
  };
}

/** A commit in the form of a stash that changes a.txt, made without starting a filter. */
async function stashWithoutFilters(repository: string): Promise<string> {
  const plain = (args: readonly string[], input?: string): string =>
    git(
      repository,
      ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=', ...args],
      input === undefined ? {} : { input },
    ).trim();
  const blob = plain(['hash-object', '-w', '--stdin', '--no-filters'], 'other\n');
  const entries = plain(['ls-tree', 'HEAD'])
    .split('\n')
    .map((line) => (line.endsWith('\ta.txt') ? `100644 blob ${blob}\ta.txt` : line));
  const tree = plain(['mktree'], `${entries.join('\n')}\n`);
  const index = plain(['commit-tree', '-p', 'HEAD', '-m', 'index', 'HEAD^{tree}']);
  return plain(['commit-tree', '-p', 'HEAD', '-p', index, '-m', 'planted', tree]);
}

describe.skipIf(!hasGit)('a repository whose settings start programs', () => {
  it('starts them with plain git, so the other tests mean something', async () => {
    await using bench = await hostileRepository();
    for (const args of [['status'], ['-c', 'core.fsmonitor=', 'diff'], ['log', '-p', '-1'], ['blame', 'a.txt']]) {
      try {
        git(bench.path, args);
      } catch {
        // Filters that print nothing make git fail.
      }
    }
    expect(await bench.started()).toEqual(expect.arrayContaining(['fsmonitor', 'clean', 'process', 'textconv']));
  });

  it.each([
    ['git_status', { includeIgnored: true }],
    ['git_diff', {}],
    ['git_diff', { staged: true }],
    ['git_diff', { from: 'HEAD' }],
    ['git_log', { changed: 'one' }],
    ['git_log', { paths: ['a.txt'], follow: true }],
    ['git_show', {}],
    ['git_show', { file: 'a.txt' }],
    ['git_blame', { path: 'a.txt' }],
    ['git_commit', { message: 'Second', allowEmpty: true }],
    ['git_commit', { message: 'Second', amend: true }],
    ['git_branch', { action: 'create', name: 'side' }],
    ['git_branch', { action: 'rename', name: 'main', newName: 'trunk' }],
    ['git_checkout', { create: 'side' }],
    ['git_checkout', { revision: 'HEAD', discard: true }],
    ['git_checkout', { paths: ['.'], discard: true }],
    ['git_stash', {}],
  ] as const)('%s %j starts none of them', async (tool, params) => {
    await using bench = await hostileRepository();
    const result = await bench.tools.execute<string>(tool, params);
    expect(await bench.started()).toEqual([]);
    valueOf(result);
  });

  it('makes git_add refuse files with a filter, and starts nothing', async () => {
    await using bench = await hostileRepository();
    expect(errorOf(await bench.tools.execute('git_add', { paths: ['a.txt'] })).code).toBe('FILTER_NOT_ALLOWED');
    expect(await bench.started()).toEqual([]);
  });

  it('starts nothing when a branch with other files is checked out, or a stash is applied', async () => {
    await using bench = await hostileRepository();
    const stash = await stashWithoutFilters(bench.path);
    bench.git('-c', 'core.hooksPath=/dev/null', 'stash', 'store', '-m', 'planted', stash);
    await bench.folder.write('a.txt', 'one\ntwo\nthree\n');
    valueOf(await bench.tools.execute('git_stash', { action: 'apply' }));
    expect(await bench.folder.read('a.txt')).toBe('other\n');
    const value = valueOf(await bench.tools.execute('git_checkout', { revision: 'stash@{0}', discard: true }));
    expect(value.notes).toEqual([expect.stringContaining('Filters are switched off')]);
    expect(errorOf(await bench.tools.execute('git_stash', { action: 'drop' })).code).toBe('WORK_WOULD_BE_LOST');
    expect(await bench.started()).toEqual([]);
  });

  it('makes git_stash refuse to put files with a filter away, and starts nothing', async () => {
    await using bench = await hostileRepository();
    expect(errorOf(await bench.tools.execute('git_stash', { action: 'push' })).code).toBe('FILTER_NOT_ALLOWED');
    expect(await bench.folder.read('a.txt')).toBe('one\n2\nthree\n');
    expect(await bench.started()).toEqual([]);
  });

  it('shows the change as if there were no filter', async () => {
    await using bench = await hostileRepository();
    const { files } = valueOf(await bench.tools.execute('git_diff', {}));
    expect(files).toEqual([{ path: 'a.txt', status: 'modified', added: 1, removed: 1 }]);
  });

  it('cannot hide a setting in an included file or in the settings of a worktree', async () => {
    await using bench = await hostileRepository();
    const program = join(bench.path, '..', 'none');
    await bench.folder.write('more.config', `[filter "included"]\n\tclean = ${program}\n\trequired = true\n`);
    bench.git('config', 'include.path', '../more.config');
    bench.git('config', 'extensions.worktreeConfig', 'true');
    bench.git('config', '--worktree', 'filter.worktree.clean', program);
    await bench.folder.write('.gitattributes', 'a.txt filter=included\nsrc/b.ts filter=worktree\n');
    const { files } = valueOf(await bench.tools.execute('git_diff', {}));
    expect(files.map(({ path }) => path)).toEqual(['a.txt']);
    expect(await bench.started()).toEqual([]);
  });

  it('is refused if a setting cannot be switched off', async () => {
    await using bench = await openRepositoryTools();
    const config = join(bench.path, '.git/config');
    await writeFile(
      config,
      Buffer.concat([
        Buffer.from('[core]\n\tbare = false\n[filter "'),
        Buffer.from([0xe9]),
        Buffer.from('"]\n\tclean = x\n'),
      ]),
    );
    expect(errorOf(await bench.tools.execute('git_status', {})).code).toBe('UNSAFE_CONFIGURATION');
  });
});

describe.skipIf(!hasGit)('a submodule whose settings start programs', () => {
  it('is not entered, whatever .gitmodules says', async () => {
    await using bench = await openRepositoryTools();
    await using outside = await createTestFolder({ 'repo/c.txt': 'c\n' });
    const program = await plantProgram(outside.path);
    initRepository(`${outside.path}/repo`);
    commitAll(`${outside.path}/repo`, 'Sub');
    bench.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `${outside.path}/repo`, 'sub');
    commitAll(bench.path, 'Submodule');
    git(bench.path, ['config', '--file', '.gitmodules', 'submodule.sub.ignore', 'none']);
    git(join(bench.path, 'sub'), ['config', 'filter.planted.clean', `${program} sub-clean`]);
    git(join(bench.path, 'sub'), ['config', 'core.fsmonitor', `${program} sub-fsmonitor`]);
    await bench.folder.write('sub/.gitattributes', '* filter=planted\n');
    await bench.folder.write('sub/c.txt', 'd\n');
    for (const tool of ['git_status', 'git_diff'] as const) valueOf(await bench.tools.execute(tool, {}));
    expect(await startedIn(outside.path)).toEqual([]);
    const inside = valueOf(await bench.tools.execute('git_status', { repository: 'sub' }));
    expect(inside.files.map(({ path }) => path)).toEqual(['sub/c.txt', 'sub/.gitattributes']);
    expect(await startedIn(outside.path)).toEqual([]);
    git(bench.path, ['status']);
    expect(await startedIn(outside.path)).toContain('sub-fsmonitor');
  });
});

describe.skipIf(!hasGit)('a partial clone', () => {
  it('fetches no missing object, which would start a program of its choice', async () => {
    await using bench = await openRepositoryTools();
    await using outside = await createTestFolder();
    const program = await plantProgram(outside.path);
    const blob = bench.git('rev-parse', 'HEAD:a.txt').trim();
    await rm(join(bench.path, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    for (const [key, value] of [
      ['remote.origin.url', outside.path],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.uploadpack', `${program} uploadpack`],
      ['extensions.partialClone', 'origin'],
      ['core.repositoryFormatVersion', '1'],
    ] as const)
      bench.git('config', key, value);
    const result = await bench.tools.execute('git_show', { file: 'a.txt' });
    expect(errorOf(result).code).toBe('GIT_FAILED');
    expect(await startedIn(outside.path)).toEqual([]);
    expect(() => bench.git('show', 'HEAD:a.txt')).toThrow('show');
    expect(await startedIn(outside.path)).toEqual(['uploadpack']);
  });
});

describe.skipIf(!hasGit)('a repository that leads out of the workspace', () => {
  async function other() {
    const outside = await createTestFolder({ 'secret.txt': 'secret\n' });
    initRepository(outside.path);
    commitAll(outside.path, 'Secret');
    return outside;
  }

  it('is refused if .git is a file that leads outside', async () => {
    await using outside = await other();
    const folder = await createTestFolder({ '.git': `gitdir: ${outside.path}/.git\n` });
    await using bench = await openTools(folder);
    const error = errorOf(await bench.tools.execute('git_log', {}));
    expect(error.code).toBe('REPOSITORY_OUTSIDE_WORKSPACE');
    expect(JSON.stringify(error)).not.toContain(outside.path);
  });

  it('is refused if .git is a link that leads outside', async () => {
    await using outside = await other();
    const folder = await createTestFolder();
    await symlink(join(outside.path, '.git'), join(folder.path, '.git'));
    await using bench = await openTools(folder);
    expect(errorOf(await bench.tools.execute('git_log', {})).code).toBe('REPOSITORY_OUTSIDE_WORKSPACE');
  });

  it('is refused if its files lie outside, and if it uses the objects of another repository', async () => {
    await using outside = await other();
    await using bench = await openRepositoryTools();
    bench.git('config', 'core.worktree', outside.path);
    expect(errorOf(await bench.tools.execute('git_status', {})).code).toMatch(
      /REPOSITORY_OUTSIDE_WORKSPACE|NOT_A_REPOSITORY/,
    );
    bench.git('config', '--unset', 'core.worktree');
    await mkdir(join(bench.path, '.git/objects/info'), { recursive: true });
    await writeFile(join(bench.path, '.git/objects/info/alternates'), `${outside.path}/.git/objects\n`);
    expect(errorOf(await bench.tools.execute('git_log', {})).code).toBe('REPOSITORY_OUTSIDE_WORKSPACE');
  });

  it('is not found above the root of the workspace', async () => {
    await using outside = await other();
    await mkdir(join(outside.path, 'inner'));
    const inner = { ...outside, path: join(outside.path, 'inner'), remove: () => Promise.resolve() };
    await using bench = await openTools(inner);
    expect(errorOf(await bench.tools.execute('git_status', {})).code).toBe('NOT_A_REPOSITORY');
  });

  it('works if the host allows the folder, as a linked worktree needs it', async () => {
    await using outside = await other();
    const folder = await createTestFolder();
    git(outside.path, ['worktree', 'add', '-q', '-b', 'side', join(folder.path, 'wt')]);
    await using bench = await openTools(folder, { repositoryFolders: [outside.path] });
    const value = valueOf(await bench.tools.execute('git_status', { repository: 'wt' }));
    expect(value).toMatchObject({ branch: 'side', clean: true, repository: 'wt' });
  });

  it('is refused if it is a bare repository in a folder of the workspace', async () => {
    await using bench = await openRepositoryTools();
    bench.git('init', '-q', '--bare', 'vendor');
    expect(errorOf(await bench.tools.execute('git_log', { repository: 'vendor' })).code).toBe('NOT_A_REPOSITORY');
    expect(errorOf(await bench.tools.execute('git_log', { repository: '.git' })).code).toBe('NOT_A_REPOSITORY');
  });
});
