import { createHash } from 'node:crypto';
import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { DryRun } from '@ku0/agent-runtime-tools-core';
import { COMMIT_FORMAT, parseCommits } from '../commits/commit-format.ts';
import type { Commit } from '../commits/commit-format.ts';
import type { DiffFile } from '../diff/parse-files.ts';
import { readDiff } from '../diff/read-diff.ts';
import type { DiffValue } from '../diff/read-diff.ts';
import { gitErrors } from '../errors.ts';
import { operationUnderWay } from '../git-status/git-status.ts';
import { checkState } from '../repository/approved-state.ts';
import { changeRepository } from '../repository/change-repository.ts';
import { listNames } from '../repository/list-files.ts';
import { openRepository } from '../repository/repository.ts';
import type { GitCall, Repository } from '../repository/repository.ts';
import { emptyTree, findCommit } from '../repository/resolve-revision.ts';

export interface GitCommitParams {
  readonly repository?: string;
  readonly message: string;
  readonly amend?: boolean;
  readonly allowEmpty?: boolean;
}

export interface GitCommitValue {
  repository: string;
  commit: Commit;
  /** Absent if HEAD is detached. */
  branch?: string;
  /** The commit that was replaced, or that the new one follows. */
  previous?: string;
  files: DiffFile[];
  total: number;
  added: number;
  removed: number;
  /** How to take it back. */
  undo: string;
  notes?: string[];
}

/** Commits what is staged. Throws a ToolFailure. */
export async function gitCommit(params: GitCommitParams, call: GitCall): Promise<GitCommitValue> {
  const { amend = false, allowEmpty = false } = params;
  return changeRepository(call, params, async (repository) => {
    const staged = await readStaged(params, repository);
    checkState(params, staged.state);
    await repository.run(
      [
        '-c',
        'i18n.commitEncoding=UTF-8',
        'commit',
        '--quiet',
        '--no-status',
        '--file=-',
        // The message as it is: a line that begins with # is no comment.
        '--cleanup=whitespace',
        ...(call.settings.allowHooks ? [] : ['--no-verify']),
        ...(call.settings.allowSigning ? [] : ['--no-gpg-sign']),
        ...(amend ? ['--amend'] : []),
        ...(allowEmpty || amend ? ['--allow-empty'] : []),
      ],
      { input: params.message },
    );
    const printed = await repository.run(['log', ...COMMIT_FORMAT, '--max-count=1', '--no-patch', 'HEAD', '--']);
    const commit = parseCommits(printed.stdout)[0];
    if (commit === undefined) throw new ToolFailure(gitErrors.GIT_FAILED({ message: 'The new commit was not found.' }));
    const branch = await currentBranch(repository);
    const { files, total, added, removed, notes } = staged.diff;
    return {
      repository: repository.display,
      commit,
      ...(branch !== undefined && { branch }),
      ...(staged.head !== undefined && { previous: staged.head }),
      files,
      total,
      added,
      removed,
      undo: undoText(staged.head, amend),
      ...(notes !== undefined && { notes }),
    };
  });
}

/** What the call would commit. */
export async function planGitCommit(params: GitCommitParams, call: GitCall): Promise<DryRun> {
  const repository = await openRepository(call, params);
  const { head, base, published } = await readStaged(params, repository);
  const range = ['--cached', base];
  const { files, diff, total, added, removed, notes = [] } = await readDiff(repository, { range, limit: MAX_PLANNED });
  const branch = await currentBranch(repository);
  const where = branch === undefined ? 'on no branch' : `on ${branch}`;
  const what = `${total} ${total === 1 ? 'file' : 'files'}, +${added} -${removed}`;
  const [subject = ''] = params.message.trim().split('\n');
  const changes = files.map(({ path }) => ({ kind: 'modify' as const, target: path }));
  return {
    summary:
      params.amend === true && head !== undefined
        ? `Would replace the commit ${head.slice(0, 12)} ${where} (${what}): ${subject}`
        : `Would commit ${what} ${where}: ${subject}`,
    changes: [{ kind: 'create', target: `commit ${where}`, ...(diff !== '' && { diff }) }, ...changes],
    warnings: [
      ...notes,
      ...(published !== undefined && params.amend === true
        ? [`The commit to replace is already on ${published}, so the next push has to be forced.`]
        : []),
    ],
  };
}

/** What a person sees of the call when it is approved: HEAD and the content of the index. */
export async function commitState(params: GitCommitParams, call: GitCall): Promise<string> {
  return (await readStaged(params, await openRepository(call, params))).state;
}

const MAX_PLANNED = 200;

interface Staged {
  readonly head: string | undefined;
  /** What the index is compared with: HEAD, or what is before the commit that is replaced. */
  readonly base: string;
  readonly diff: DiffValue;
  readonly state: string;
  /** A remote branch that has HEAD. */
  readonly published: string | undefined;
}

async function readStaged(
  { amend = false, allowEmpty = false }: GitCommitParams,
  repository: Repository,
): Promise<Staged> {
  const head = await findCommit(repository, 'HEAD');
  if (amend && head === undefined)
    throw new ToolFailure(gitErrors.UNKNOWN_REVISION({ message: 'There is no commit yet that could be amended.' }));
  const operation = await operationUnderWay(repository.gitDir);
  if (amend && operation !== undefined)
    throw new ToolFailure(
      coreErrors.VALIDATION_ERROR({ message: `A ${operation} is under way: a commit cannot be amended now.` }),
    );
  const unmerged = await repository.run(['diff', '--name-only', '--diff-filter=U', '-z']);
  const conflicts = unmerged.stdout.toString('utf8').split('\0').filter(Boolean);
  if (conflicts.length > 0)
    throw new ToolFailure(
      gitErrors.UNRESOLVED_CONFLICTS({
        message: `Files are in conflict: ${listNames(conflicts.map((path) => repository.shown(path)))}.`,
        details: { files: conflicts.slice(0, 100).map((path) => repository.shown(path)) },
      }),
    );
  const before = amend ? await findCommit(repository, 'HEAD^1') : head;
  const base = before ?? (await emptyTree(repository));
  const raw = await repository.run(['diff', '--cached', '--raw', '--no-abbrev', '--no-renames', '-z', base]);
  if (raw.stdout.length === 0 && !allowEmpty && !amend && operation !== 'merge')
    throw new ToolFailure(gitErrors.NOTHING_STAGED());
  const diff = await readDiff(repository, { range: ['--cached', base], patch: false, limit: MAX_FILES });
  const state = createHash('sha256')
    .update(head ?? '')
    .update(raw.stdout)
    .digest('hex');
  const containing =
    amend && head !== undefined
      ? await repository.run([
          'for-each-ref',
          '--count=1',
          '--format=%(refname:short)',
          `--contains=${head}`,
          'refs/remotes',
        ])
      : undefined;
  const published = containing?.stdout.toString('utf8').trim();
  return { head, base, diff, state, published: published === '' ? undefined : published };
}

const MAX_FILES = 1000;

/** Undefined if HEAD is detached. */
export async function currentBranch(repository: Repository): Promise<string | undefined> {
  const { stdout, exitCode } = await repository.try(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return exitCode === 0 ? stdout.toString('utf8').trim() : undefined;
}

function undoText(previous: string | undefined, amend: boolean): string {
  if (previous === undefined) return 'Run `git update-ref -d HEAD`: the files stay staged.';
  return amend
    ? `Run \`git reset --soft ${previous}\`: the commit that was replaced comes back, and the difference stays staged.`
    : `Run \`git reset --soft ${previous}\`: the changes stay staged.`;
}
