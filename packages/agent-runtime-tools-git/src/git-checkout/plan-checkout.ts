import { coreErrors, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { COMMIT_FORMAT, parseCommits } from '../commits/commit-format.ts';
import { gitErrors } from '../errors.ts';
import { checkFree, existingBranch } from '../git-branch/branch-names.ts';
import { currentBranch } from '../git-commit/git-commit.ts';
import { operationUnderWay } from '../git-status/git-status.ts';
import { PATHSPEC_FROM_INPUT, pathspecInput } from '../repository/list-files.ts';
import { repositoryPath } from '../repository/repository.ts';
import type { Repository } from '../repository/repository.ts';
import { emptyTree, findCommit, resolveRevision } from '../repository/resolve-revision.ts';
import { checkConflicts, dirtyFiles, filesInTheWay, namesFrom, workLost } from '../repository/working-files.ts';
import type { FileName } from '../repository/working-files.ts';

export interface GitCheckoutParams {
  readonly repository?: string;
  readonly branch?: string;
  readonly create?: string;
  readonly revision?: string;
  readonly from?: string;
  readonly paths?: readonly string[];
  readonly discard?: boolean;
}

export interface CheckoutPlan {
  readonly command: readonly string[];
  readonly input?: Buffer;
  /** The files that the call writes or removes. */
  readonly files: readonly FileName[];
  /** Files with changes that are thrown away, because the call asks for it. */
  readonly discarded: readonly FileName[];
  readonly summary: string;
  readonly undo: string;
}

/** What a call would do. Throws a ToolFailure if it would lose work that it does not ask to lose. */
export async function planCheckout(
  params: GitCheckoutParams,
  repository: Repository,
  context: ToolContext,
): Promise<CheckoutPlan> {
  const { branch, create, revision, from, paths, discard = false } = params;
  const chosen = [branch, create, revision, paths].filter((value) => value !== undefined).length;
  if (chosen !== 1) throw invalid('Give exactly one of branch, create, revision and paths.');
  if (from !== undefined && create === undefined && paths === undefined)
    throw invalid('from goes with create or paths.');
  if (paths !== undefined) return planPaths({ paths, from, discard }, repository, context);
  if (create !== undefined) await checkFree(repository, create);
  const target =
    branch !== undefined ? await existingBranch(repository, branch) : await startOf(repository, revision ?? from);
  const head = await findCommit(repository, 'HEAD');
  const discarded = await checkLoss(repository, {
    head,
    target,
    discard,
    leaves: create === undefined || from !== undefined,
  });
  const back = await currentBranch(repository);
  const force = discard ? '--force' : '--no-overwrite-ignore';
  const place =
    branch !== undefined
      ? [branch]
      : create !== undefined
        ? ['--no-track', '-b', create, target ?? 'HEAD']
        : ['--detach', target ?? 'HEAD'];
  const undo = `Call git_checkout with ${back !== undefined ? `branch: ${printable(back)}` : `revision: ${head}`}.`;
  const files =
    head === undefined || target === undefined
      ? []
      : await namesFrom(repository, ['diff', '--name-only', '--no-renames', '-z', head, target, '--']);
  return {
    // In an empty repository a new branch only renames the one that has no commit yet.
    command:
      target === undefined
        ? ['symbolic-ref', 'HEAD', `refs/heads/${create}`]
        : ['checkout', '--quiet', '--no-guess', '--no-recurse-submodules', force, ...place, '--'],
    files,
    discarded,
    summary: `check out ${branch ?? create ?? target?.slice(0, 12) ?? ''}${create === undefined ? '' : ` as a new branch at ${target?.slice(0, 12) ?? 'no commit'}`}`,
    undo: create === undefined ? undo : `${undo} Then delete the branch with git_branch.`,
  };
}

async function startOf(repository: Repository, revision: string | undefined): Promise<string | undefined> {
  return revision === undefined ? findCommit(repository, 'HEAD') : resolveRevision(repository, revision);
}

/** The files whose changes are lost. Throws if there are any and the call does not ask for it. */
async function checkLoss(
  repository: Repository,
  move: { head: string | undefined; target: string | undefined; discard: boolean; leaves: boolean },
): Promise<FileName[]> {
  const { head, target, discard, leaves } = move;
  if (target === undefined) return [];
  const dirty = await dirtyFiles(repository);
  const base = head ?? (await emptyTree(repository));
  const added = await namesFrom(repository, [
    'diff',
    '--name-only',
    '--no-renames',
    '--diff-filter=A',
    '-z',
    base,
    target,
    '--',
  ]);
  const blocking = (await filesInTheWay(repository, added)).map((path) => ({ path, bytes: Buffer.from(path) }));
  if (discard) return [...dirty, ...blocking];
  checkConflicts(repository, dirty);
  if (leaves) await checkUnderWay(repository, head, target);
  const differ = new Set(
    (await namesFrom(repository, ['diff', '--name-only', '--no-renames', '-z', base, target, '--'])).map(
      ({ path }) => path,
    ),
  );
  const unlikeIndex = new Set(
    (await namesFrom(repository, ['diff', '--cached', '--name-only', '--no-renames', '-z', target, '--'])).map(
      ({ path }) => path,
    ),
  );
  const lost = dirty.filter(({ path }) => differ.has(path) && unlikeIndex.has(path));
  const names = [...lost, ...blocking].map(({ path }) => repository.shown(path));
  if (names.length > 0) throw workLost(names, 'Changes that are not committed would be overwritten');
  return [];
}

/** Leaving a merge forgets it, and leaving a detached HEAD leaves its commits without a name. */
async function checkUnderWay(repository: Repository, head: string | undefined, target: string): Promise<void> {
  const operation = await operationUnderWay(repository.gitDir);
  if (operation !== undefined && operation !== 'bisect')
    throw new ToolFailure(
      gitErrors.WORK_WOULD_BE_LOST({
        message: `A ${operation} is under way, and a checkout would give it up.`,
        suggestion: `Finish the ${operation} first, or set discard: true to give it up.`,
      }),
    );
  if (head === undefined || (await currentBranch(repository)) !== undefined) return;
  const printed = await repository.run([
    'log',
    ...COMMIT_FORMAT,
    '--no-patch',
    '--max-count=20',
    head,
    '--not',
    target,
    '--branches',
    '--tags',
    '--remotes',
    '--',
  ]);
  const lost = parseCommits(printed.stdout);
  if (lost.length === 0) return;
  throw new ToolFailure(
    gitErrors.WORK_WOULD_BE_LOST({
      message: `HEAD is detached, and no branch or tag has these commits: ${lost
        .map(({ id, subject }) => `${id.slice(0, 12)} ${printable(subject)}`)
        .join('; ')}.`,
      suggestion: `Give them a branch first: git_branch with action: create and from: ${head}. Or set discard: true.`,
      details: { commits: lost.map(({ id }) => id) },
    }),
  );
}

/** Takes files from the index or from a commit. */
async function planPaths(
  { paths, from, discard }: { paths: readonly string[]; from: string | undefined; discard: boolean },
  repository: Repository,
  context: ToolContext,
): Promise<CheckoutPlan> {
  const pathspec: string[] = [];
  for (const path of paths) pathspec.push((await repositoryPath(path, repository, context)) || '.');
  const id = from === undefined ? undefined : await resolveRevision(repository, from);
  const source = id === undefined ? ['ls-files', '-z'] : ['ls-tree', '-r', '-z', '--name-only', '--full-tree', id];
  const listed = await namesFrom(repository, [
    ...source,
    '--',
    ...pathspec.filter((path) => id === undefined || path !== '.'),
  ]);
  if (listed.length === 0)
    throw new ToolFailure(
      workspaceErrors.FILE_NOT_FOUND({
        message: `${from ?? 'The index'} has none of these files.`,
        details: { paths: paths.slice(0, 100) },
      }),
    );
  const known = new Map(listed.filter(({ path }) => !repository.isHidden(path)).map((name) => [name.path, name]));
  const differing = await namesFrom(repository, [
    'diff',
    '--name-only',
    '--no-renames',
    '-z',
    ...(id === undefined ? [] : [id]),
    '--',
    ...pathspec,
  ]);
  const dirty = new Map((await dirtyFiles(repository)).map((entry) => [entry.path, entry]));
  if (id === undefined)
    checkConflicts(
      repository,
      [...dirty.values()].filter(({ path }) => known.has(path)),
    );
  const blocking = new Set(await filesInTheWay(repository, [...known.values()]));
  const files = [...known.values()].filter(
    ({ path }) => differing.some((name) => name.path === path) || blocking.has(path),
  );
  const discarded = files.filter(({ path }) => {
    const entry = dirty.get(path);
    if (entry === undefined) return blocking.has(path);
    return id === undefined
      ? entry.unstaged !== 'deleted'
      : entry.unstaged !== 'deleted' || entry.staged !== 'unmodified';
  });
  if (discarded.length > 0 && !discard)
    throw workLost(
      discarded.map(({ path }) => repository.shown(path)),
      'Changes that are not committed would be overwritten',
    );
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}`;
  return {
    command: [
      'checkout',
      '--quiet',
      '--no-recurse-submodules',
      ...(id === undefined ? [] : [id]),
      ...PATHSPEC_FROM_INPUT,
    ],
    input: pathspecInput(files.map(({ bytes }) => bytes)),
    files,
    discarded: files,
    summary: `take ${count} from ${id === undefined ? 'the index' : id.slice(0, 12)}`,
    undo: files.length === 0 ? 'Nothing was changed.' : '',
  };
}

function invalid(message: string): ToolFailure {
  return new ToolFailure(coreErrors.VALIDATION_ERROR({ message }));
}
