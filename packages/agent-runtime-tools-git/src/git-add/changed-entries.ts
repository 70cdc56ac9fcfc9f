import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import { splitAtNul } from '../config/read-config.ts';
import { parseStatus } from '../git-status/parse-status.ts';
import type { ParsedEntry } from '../git-status/parse-status.ts';
import { listNames } from '../repository/list-files.ts';
import { repositoryPath } from '../repository/repository.ts';
import type { Repository } from '../repository/repository.ts';
import { nameOf } from '../run/output-bytes.ts';

export interface ChangedEntries {
  /** Without files that are hidden from tools, and without repositories inside this one. */
  readonly entries: ParsedEntry[];
  readonly notes: string[];
}

/** The changed files below some paths, one by one. A rename is a deleted and an untracked or added file. */
export async function changedEntries(
  repository: Repository,
  asked: readonly string[],
  { includeIgnored = false, context }: { readonly includeIgnored?: boolean; readonly context: ToolContext },
): Promise<ChangedEntries> {
  const paths: string[] = [];
  for (const path of asked) paths.push(await repositoryPath(path, repository, context));
  const output = await repository.run([
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=all',
    '--ignored=no',
    '--ignore-submodules=dirty',
    '--no-renames',
    '--',
    ...paths.map((path) => path || '.'),
  ]);
  const ignored = includeIgnored ? await ignoredFiles(repository, paths) : [];
  const all = [...parseStatus(output.stdout).entries, ...ignored];
  if (output.truncated || all.length > MAX_ENTRIES)
    throw new ToolFailure(
      coreErrors.VALIDATION_ERROR({
        message: `More than ${MAX_ENTRIES} files have changed there.`,
        suggestion: 'Give narrower paths.',
      }),
    );
  const files = all.filter(({ path }) => !path.endsWith('/'));
  const visible = files.filter(({ path }) => !repository.isHidden(path));
  const nested = all.length - files.length;
  const notes = [
    ...(visible.length < files.length ? [`${files.length - visible.length} files are hidden from tools.`] : []),
    ...(nested > 0 ? [`${nested} folders with a repository of their own, or with ignored files, are left out.`] : []),
    ...(await missingPaths(repository, paths, all)),
  ];
  return { entries: visible, notes };
}

const MAX_ENTRIES = 20_000;

/** One by one: `git status` names only the folders. */
async function ignoredFiles(repository: Repository, paths: readonly string[]): Promise<ParsedEntry[]> {
  const pathspec = paths.map((path) => path || '.');
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', ...pathspec];
  const { stdout } = await repository.run(args);
  const state = { staged: 'ignored', unstaged: 'ignored' } as const;
  return splitAtNul(stdout).map((bytes) => ({ path: nameOf(bytes), bytes, ...state }));
}

/** Throws for a path that is neither there nor known to git; tells about paths that `.gitignore` excludes. */
async function missingPaths(
  repository: Repository,
  paths: readonly string[],
  entries: readonly ParsedEntry[],
): Promise<string[]> {
  const unchanged = paths.filter((path) => path !== '' && !entries.some((entry) => isBelow(path, entry.path)));
  if (unchanged.length === 0) return [];
  for (const path of unchanged) {
    const found = await lstat(join(repository.folder, path)).catch(() => undefined);
    if (found !== undefined) continue;
    const known = await repository.run(['ls-files', '-z', '--', path], { maxBytes: 1 });
    if (known.stdout.length === 0)
      throw new ToolFailure(
        workspaceErrors.FILE_NOT_FOUND({
          message: `${repository.shown(path)} does not exist, and git does not know it.`,
          details: { path: repository.shown(path) },
        }),
      );
  }
  const input = Buffer.from(unchanged.map((path) => `${path}\0`).join(''));
  // This command refuses to run with literal names set for all commands.
  const ignored = await repository.try(['check-ignore', '-z', '--stdin'], {
    input,
    env: { GIT_LITERAL_PATHSPECS: '0' },
  });
  const names = ignored.stdout.toString('utf8').split('\0').filter(Boolean);
  return names.length === 0
    ? []
    : [
        `.gitignore excludes ${listNames(names.map((name) => repository.shown(name)))}: set includeIgnored to stage it.`,
      ];
}

export function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
