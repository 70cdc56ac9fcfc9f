import { coreErrors, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { DryRun } from '@ku0/agent-runtime-tools-core';
import { gitErrors } from '../errors.ts';
import { changedEntries } from '../git-add/changed-entries.ts';
import { filterNotes } from '../git-checkout/git-checkout.ts';
import type { ParsedEntry } from '../git-status/parse-status.ts';
import { captureFiles } from '../repository/capture-files.ts';
import { changeRepository } from '../repository/change-repository.ts';
import { listNames, PATHSPEC_FROM_INPUT, pathspecInput } from '../repository/list-files.ts';
import { openRepository } from '../repository/repository.ts';
import type { GitCall, Repository } from '../repository/repository.ts';
import { findCommit } from '../repository/resolve-revision.ts';
import { checkConflicts, dirtyFiles, filesInTheWay, workLost } from '../repository/working-files.ts';
import type { FileName } from '../repository/working-files.ts';
import { filesOfStash, listStashes, restoreText, stashAt } from './list-stashes.ts';
import type { Stash } from './list-stashes.ts';

export interface GitStashParams {
  readonly repository?: string;
  readonly action?: 'list' | 'push' | 'apply' | 'pop' | 'drop';
  readonly message?: string;
  readonly paths?: readonly string[];
  readonly includeUntracked?: boolean;
  readonly keepStaged?: boolean;
  readonly stash?: number;
  readonly restoreStaged?: boolean;
  readonly discard?: boolean;
  readonly limit?: number;
}

export interface GitStashValue {
  repository: string;
  /** The stashes of a list; otherwise the one that was made, applied or dropped. */
  stashes: Stash[];
  /** The files that were put away or brought back. */
  files: string[];
  total: number;
  truncated: boolean;
  /** Files that could not be merged and have conflict markers now. The stash is kept. */
  conflicts?: string[];
  /** What was done; absent for a list. */
  done?: string;
  /** How to take it back; absent for a list. */
  undo?: string;
  notes?: string[];
}

/** Puts changes away and brings them back. Throws a ToolFailure. */
export async function gitStash(params: GitStashParams, call: GitCall): Promise<GitStashValue> {
  const { action = 'list', limit = 50 } = params;
  if (action === 'list') {
    const repository = await openRepository(call, params);
    const stashes = await listStashes(repository, limit + 1);
    const truncated = stashes.length > limit;
    return { repository: repository.display, stashes: stashes.slice(0, limit), files: [], total: 0, truncated };
  }
  // Putting files away stores them, so filters that are switched off matter.
  return changeRepository(call, { repository: params.repository, writes: action === 'push' }, async (repository) => {
    if (action === 'push') return push(repository, params, call);
    const stash = await stashAt(repository, params.stash ?? 0);
    return action === 'drop' ? drop(repository, stash, params) : bringBack(repository, stash, params, call);
  });
}

/** What the call would do. */
export async function planGitStash(params: GitStashParams, call: GitCall): Promise<DryRun> {
  const { action = 'list' } = params;
  if (action === 'list') return { summary: 'Would list the stashes.', changes: [] };
  const repository = await openRepository(call, { repository: params.repository, writes: action === 'push' });
  if (action === 'push') {
    const { chosen, notes } = await planPush(repository, params, call);
    const names = chosen.map(({ path }) => repository.shown(path));
    return {
      summary: `Would put the changes of ${listNames(names)} into a stash.`,
      changes: plannedChanges(names),
      warnings: notes,
    };
  }
  const stash = await stashAt(repository, params.stash ?? 0);
  const files = action === 'drop' ? await planDrop(repository, stash, params) : await planApply(repository, stash);
  const names = files.map(({ path }) => repository.shown(path));
  const verb = { drop: 'throw away', apply: 'apply', pop: 'apply and remove' }[action];
  return {
    summary: `Would ${verb} the stash ${stash.index} (${printable(stash.message)}): ${listNames(names)}.`,
    changes: action === 'drop' ? [{ kind: 'delete', target: `stash ${stash.index}` }] : plannedChanges(names),
    warnings: action === 'drop' ? [] : filterNotes(repository, call),
  };
}

function plannedChanges(names: readonly string[]): DryRun['changes'] {
  return names.slice(0, 200).map((target) => ({ kind: 'modify', target }));
}

async function push(repository: Repository, params: GitStashParams, call: GitCall): Promise<GitStashValue> {
  const { chosen, notes, isWhole } = await planPush(repository, params, call);
  const message = params.message?.trim() ?? '';
  await repository.run(
    [
      'stash',
      'push',
      '--quiet',
      params.includeUntracked === true ? '--include-untracked' : '--no-include-untracked',
      params.keepStaged === true ? '--keep-index' : '--no-keep-index',
      ...(message === '' ? [] : [`--message=${message}`]),
      ...(isWhole ? [] : PATHSPEC_FROM_INPUT),
    ],
    // Without paths git itself uses `:/`, which is a pattern.
    isWhole ? { env: { GIT_LITERAL_PATHSPECS: '0' } } : { input: pathspecInput(chosen.map(({ bytes }) => bytes)) },
  );
  const stash = await stashAt(repository, 0);
  return {
    ...named(repository, chosen),
    stashes: [stash],
    done: `The changes are in the stash ${stash.commit.slice(0, 12)}, and the files are as in the last commit.`,
    undo: `Call git_stash with action: pop${params.keepStaged === true ? '' : ' and restoreStaged: true'}.`,
    ...(notes.length > 0 && { notes }),
  };
}

async function planPush(
  repository: Repository,
  { paths = ['.'], includeUntracked = false, message }: GitStashParams,
  { context }: GitCall,
): Promise<{ chosen: ParsedEntry[]; notes: string[]; isWhole: boolean }> {
  if (message !== undefined && message.includes('\n')) throw invalid('The message of a stash is one line.');
  if ((await findCommit(repository, 'HEAD')) === undefined)
    throw new ToolFailure(
      gitErrors.UNKNOWN_REVISION({ message: 'There is no commit yet, so nothing can be stashed.' }),
    );
  checkConflicts(repository, await dirtyFiles(repository));
  const top = paths.length === 1 && paths[0] === '.' ? [repository.folder] : paths;
  const { entries, notes } = await changedEntries(repository, top, { context });
  const chosen = entries.filter(({ staged }) => includeUntracked || staged !== 'untracked');
  if (chosen.length === 0) throw new ToolFailure(gitErrors.NOTHING_TO_STASH());
  const isWhole = top[0] === repository.folder && notes.length === 0;
  return { chosen, notes, isWhole };
}

async function bringBack(
  repository: Repository,
  stash: Stash,
  params: GitStashParams,
  call: GitCall,
): Promise<GitStashValue> {
  const files = await planApply(repository, stash);
  const isPop = params.action === 'pop';
  const {
    value: conflicts,
    changeId,
    notes,
  } = await captureFiles(repository, files, call.context, async () => {
    const index = params.restoreStaged === true ? ['--index'] : [];
    const output = await repository.try(['stash', 'apply', '--quiet', ...index, stash.commit]);
    if (output.exitCode === 0) return [];
    const unmerged = (await dirtyFiles(repository)).filter(({ staged }) => staged === 'unmerged');
    if (unmerged.length === 0) throw repository.failure(output, 'stash apply');
    return unmerged.map(({ path }) => repository.shown(path));
  });
  const isDropped = isPop && conflicts.length === 0;
  if (isDropped) await dropStash(repository, stash);
  const back = changeId === undefined ? [] : ['undo_change brings the files back as they were before.'];
  const allNotes = [...notes, ...filterNotes(repository, call)];
  return {
    ...named(repository, files),
    stashes: [stash],
    ...(conflicts.length > 0 && { conflicts }),
    done:
      conflicts.length > 0
        ? 'The stash was applied with conflicts, and is kept.'
        : `The stash was applied${isDropped ? ' and removed' : ', and is kept'}.`,
    undo: [...back, ...(isDropped ? [restoreText(stash)] : [])].join(' ') || 'Nothing was changed.',
    ...(allNotes.length > 0 && { notes: allNotes }),
  };
}

/** The files that applying a stash would change. Throws if one of them has changes already. */
async function planApply(repository: Repository, stash: Stash): Promise<FileName[]> {
  const dirty = await dirtyFiles(repository);
  checkConflicts(repository, dirty);
  const { changed, untracked } = await filesOfStash(repository, stash);
  const paths = new Set(changed.map(({ path }) => path));
  const busy = [
    ...dirty.filter(({ path }) => paths.has(path)).map(({ path }) => path),
    ...(await filesInTheWay(repository, untracked)),
  ];
  if (busy.length > 0)
    throw workLost(
      busy.map((path) => repository.shown(path)),
      'The stash would overwrite changes that are not committed',
      'Commit these changes first, or put them into another stash.',
    );
  return [...changed, ...untracked];
}

async function drop(repository: Repository, stash: Stash, params: GitStashParams): Promise<GitStashValue> {
  const files = await planDrop(repository, stash, params);
  await dropStash(repository, stash);
  return {
    ...named(repository, files),
    stashes: [stash],
    done: `The stash ${stash.index} was thrown away.`,
    undo: restoreText(stash),
  };
}

async function planDrop(
  repository: Repository,
  stash: Stash,
  { discard = false }: GitStashParams,
): Promise<FileName[]> {
  const { changed, untracked } = await filesOfStash(repository, stash);
  const files = [...changed, ...untracked];
  if (!discard)
    throw workLost(
      files.map(({ path }) => repository.shown(path)),
      `The stash ${stash.index} (${printable(stash.message)}) has changes of these files`,
      'Apply it with action: pop, or set discard: true if the person does not need it.',
    );
  return files;
}

/** Removes the entry of this stash, whatever its number is by now. */
async function dropStash(repository: Repository, { commit }: Stash): Promise<void> {
  const found = (await listStashes(repository, MAX_STASHES)).find((stash) => stash.commit === commit);
  if (found === undefined) throw new ToolFailure(gitErrors.CHANGED_SINCE_APPROVAL());
  await repository.run(['stash', 'drop', '--quiet', `stash@{${found.index}}`]);
}

const MAX_STASHES = 10_000;
const MAX_FILES = 1000;

function named(
  repository: Repository,
  files: readonly FileName[],
): Pick<GitStashValue, 'repository' | 'files' | 'total' | 'truncated'> {
  const names = files.filter(({ path }) => !repository.isHidden(path)).map(({ path }) => repository.shown(path));
  return {
    repository: repository.display,
    files: names.slice(0, MAX_FILES),
    total: names.length,
    truncated: names.length > MAX_FILES,
  };
}

function invalid(message: string): ToolFailure {
  return new ToolFailure(coreErrors.VALIDATION_ERROR({ message }));
}
