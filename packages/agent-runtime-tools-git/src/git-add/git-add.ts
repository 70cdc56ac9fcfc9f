import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { DryRun } from '@ku0/agent-runtime-tools-core';
import type { FileState, ParsedEntry } from '../git-status/parse-status.ts';
import { changeRepository } from '../repository/change-repository.ts';
import { listNames, PATHSPEC_FROM_INPUT, pathspecInput } from '../repository/list-files.ts';
import { openRepository } from '../repository/repository.ts';
import type { GitCall, Repository } from '../repository/repository.ts';
import { findCommit } from '../repository/resolve-revision.ts';
import { changedEntries } from './changed-entries.ts';

export interface GitAddParams {
  readonly repository?: string;
  readonly paths: readonly string[];
  readonly unstage?: boolean;
  readonly trackedOnly?: boolean;
  readonly includeIgnored?: boolean;
}

export interface GitAddValue {
  repository: string;
  /** The files that were staged or unstaged. */
  files: { path: string; staged: FileState }[];
  total: number;
  truncated: boolean;
  /** How to take it back. */
  undo: string;
  notes?: string[];
}

/** Stages files, or takes them out of the index again. Throws a ToolFailure. */
export async function gitAdd(params: GitAddParams, call: GitCall): Promise<GitAddValue> {
  return changeRepository(call, { repository: params.repository, writes: true }, async (repository) => {
    const { chosen, notes } = await choose(params, call, repository);
    if (chosen.length > 0) await stage(params, repository, chosen);
    const after = await changedEntries(repository, params.paths, { ...params, context: call.context });
    const states = new Map(after.entries.map(({ path, staged }) => [path, staged]));
    const shown = chosen.slice(0, MAX_FILES);
    return {
      repository: repository.display,
      files: shown.map(({ path }) => ({ path: repository.shown(path), staged: states.get(path) ?? 'unmodified' })),
      total: chosen.length,
      truncated: shown.length < chosen.length,
      undo: undoText(params, chosen),
      ...(notes.length > 0 && { notes }),
    };
  });
}

/** What the call would stage. */
export async function planGitAdd(params: GitAddParams, call: GitCall): Promise<DryRun> {
  const repository = await openRepository(call, { repository: params.repository, writes: true });
  const { chosen, notes } = await choose(params, call, repository);
  const names = chosen.map(({ path }) => repository.shown(path));
  const verb = params.unstage === true ? 'unstage' : 'stage';
  return {
    summary: chosen.length === 0 ? `Would ${verb} nothing.` : `Would ${verb} ${listNames(names)}.`,
    changes: names.slice(0, MAX_PLANNED).map((target) => ({ kind: 'modify', target })),
    warnings: [
      ...notes,
      ...(names.length > MAX_PLANNED ? [`${names.length - MAX_PLANNED} more files are not listed.`] : []),
    ],
  };
}

const MAX_FILES = 1000;
const MAX_PLANNED = 200;

async function choose(
  params: GitAddParams,
  { context }: GitCall,
  repository: Repository,
): Promise<{ chosen: ParsedEntry[]; notes: string[] }> {
  const { unstage = false, trackedOnly = false, includeIgnored = false } = params;
  if (unstage && (trackedOnly || includeIgnored))
    throw new ToolFailure(
      coreErrors.VALIDATION_ERROR({ message: 'unstage goes with paths only, not with trackedOnly or includeIgnored.' }),
    );
  const { entries, notes } = await changedEntries(repository, params.paths, { includeIgnored, context });
  const chosen = entries.filter(({ staged, unstaged }) => {
    if (unstage) return staged !== 'unmodified' && staged !== 'untracked';
    if (staged === 'untracked' || staged === 'ignored') return !trackedOnly;
    return unstaged !== 'unmodified';
  });
  return { chosen, notes };
}

async function stage(
  { unstage = false, includeIgnored = false }: GitAddParams,
  repository: Repository,
  chosen: readonly ParsedEntry[],
): Promise<void> {
  const input = pathspecInput(chosen.map(({ bytes }) => bytes));
  if (!unstage) {
    const force = includeIgnored ? ['--force'] : [];
    await repository.run(['add', '--all', ...force, ...PATHSPEC_FROM_INPUT], { input });
    return;
  }
  // Before the first commit there is nothing that the index could be reset to.
  const hasCommits = (await findCommit(repository, 'HEAD')) !== undefined;
  const command = hasCommits ? ['reset', '--quiet'] : ['rm', '--cached', '--force', '--quiet', '--ignore-unmatch'];
  await repository.run([...command, ...PATHSPEC_FROM_INPUT], { input });
}

function undoText({ unstage = false }: GitAddParams, chosen: readonly ParsedEntry[]): string {
  if (chosen.length === 0) return 'Nothing was changed.';
  if (unstage) return 'Call git_add with the same paths.';
  const replaced = chosen.filter(({ staged }) => !UNSTAGED.has(staged));
  const back = 'Call git_add with the same paths and unstage: true.';
  if (replaced.length === 0) return back;
  return `${back} What was staged before of ${listNames(replaced.map(({ path }) => path))} does not come back.`;
}

const UNSTAGED: ReadonlySet<FileState> = new Set(['unmodified', 'untracked', 'ignored']);
