import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openRepository, repositoryPath } from '../repository/repository.ts';
import type { GitCall } from '../repository/repository.ts';
import { parseStatus } from './parse-status.ts';
import type { BranchStatus, StatusEntry } from './parse-status.ts';

export interface GitStatusParams {
  readonly repository?: string;
  readonly paths?: readonly string[];
  readonly untracked?: 'all' | 'folders' | 'none';
  readonly includeIgnored?: boolean;
  readonly limit?: number;
}

export interface GitStatusValue extends BranchStatus {
  repository: string;
  detached: boolean;
  /** What is under way: a merge, a rebase and so on. */
  operation?: string;
  clean: boolean;
  files: StatusEntry[];
  total: number;
  truncated: boolean;
  notes?: string[];
}

/** The branch and the changed files of a repository. Throws a ToolFailure. */
export async function gitStatus(params: GitStatusParams, call: GitCall): Promise<GitStatusValue> {
  const { untracked = 'all', includeIgnored = false, limit = 1000 } = params;
  const repository = await openRepository(call, params);
  const paths: string[] = [];
  for (const path of params.paths ?? []) paths.push((await repositoryPath(path, repository, call.context)) || '.');
  const output = await repository.run([
    'status',
    '--porcelain=v2',
    '--branch',
    '--show-stash',
    '-z',
    `--untracked-files=${UNTRACKED[untracked]}`,
    `--ignored=${includeIgnored ? 'matching' : 'no'}`,
    '--ignore-submodules=dirty',
    '--find-renames',
    '--',
    ...paths,
  ]);
  const { head, entries } = parseStatus(output.stdout);
  const visible = entries.filter(({ path }) => !repository.isHidden(path));
  const shown = visible.slice(0, limit).map(({ bytes: _, ...entry }) => ({
    ...entry,
    path: repository.shown(entry.path),
    ...(entry.from !== undefined && { from: repository.shown(entry.from) }),
  }));
  const operation = await operationUnderWay(repository.gitDir);
  const truncated = shown.length < visible.length || output.truncated;
  const notes = [
    ...(truncated
      ? [
          `${shown.length} of ${visible.length}${output.truncated ? ' or more' : ''} files are shown. Use paths, or a higher limit.`,
        ]
      : []),
    ...(visible.length < entries.length ? [`${entries.length - visible.length} files are hidden from tools.`] : []),
    ...(await submoduleNote(repository.folder)),
  ];
  return {
    repository: repository.display,
    ...head,
    detached: head.branch === undefined,
    ...(operation !== undefined && { operation }),
    clean: visible.every(({ staged }) => staged === 'ignored'),
    files: shown,
    total: visible.length,
    truncated,
    ...(notes.length > 0 && { notes }),
  };
}

const UNTRACKED = { all: 'all', folders: 'normal', none: 'no' } as const;

/** By the files that git keeps meanwhile. */
export async function operationUnderWay(gitDir: string): Promise<string | undefined> {
  for (const [file, operation] of OPERATIONS) if (await isThere(join(gitDir, file))) return operation;
  return undefined;
}

const OPERATIONS = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
] as const;

async function submoduleNote(folder: string): Promise<string[]> {
  return (await isThere(join(folder, '.gitmodules')))
    ? ['Changes inside submodules are not shown: call git_status with the folder of the submodule as repository.']
    : [];
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
