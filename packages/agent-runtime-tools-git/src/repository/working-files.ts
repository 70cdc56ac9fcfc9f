import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { splitAtNul } from '../config/read-config.ts';
import { gitErrors } from '../errors.ts';
import { parseStatus } from '../git-status/parse-status.ts';
import type { ParsedEntry } from '../git-status/parse-status.ts';
import { nameOf } from '../run/output-bytes.ts';
import { listNames } from './list-files.ts';
import type { Repository } from './repository.ts';

/** A name of git as text, and as the bytes that git takes back. */
export interface FileName {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The names that a command printed with `-z`. */
export async function namesFrom(repository: Repository, args: readonly string[]): Promise<FileName[]> {
  const { stdout } = await repository.run(args);
  return splitAtNul(stdout).map((bytes) => ({ path: nameOf(bytes), bytes }));
}

/** Tracked files with changes that are not committed. */
export async function dirtyFiles(repository: Repository): Promise<ParsedEntry[]> {
  const status = [
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=no',
    '--ignore-submodules=dirty',
    '--no-renames',
  ];
  return parseStatus((await repository.run([...status, '--'])).stdout).entries;
}

/** Throws if files are in conflict. */
export function checkConflicts(repository: Repository, entries: readonly ParsedEntry[]): void {
  const files = entries.filter(({ staged }) => staged === 'unmerged').map(({ path }) => repository.shown(path));
  if (files.length > 0)
    throw new ToolFailure(
      gitErrors.UNRESOLVED_CONFLICTS({
        message: `Files are in conflict: ${listNames(files)}.`,
        details: { files: files.slice(0, 100) },
      }),
    );
}

/** The error for work that would be lost, with the names of the files. */
export function workLost(names: readonly string[], why: string, suggestion?: string): ToolFailure {
  return new ToolFailure(
    gitErrors.WORK_WOULD_BE_LOST({
      message: `${why}: ${listNames(names)}.`,
      ...(suggestion !== undefined && { suggestion }),
      details: { files: names.slice(0, 100), total: names.length },
    }),
  );
}

/** Untracked files and folders that are where git wants to write these new files. */
export async function filesInTheWay(repository: Repository, added: readonly FileName[]): Promise<string[]> {
  const found = new Set<string>();
  const free = new Set<string>();
  for (const { path } of added) {
    const parts = path.split('/');
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const part = parts.slice(0, depth).join('/');
      if (free.has(part)) continue;
      const stat = await lstat(join(repository.folder, part)).catch(() => undefined);
      if (stat?.isDirectory() === true && depth < parts.length) {
        free.add(part);
        continue;
      }
      if (stat !== undefined) found.add(part);
      break;
    }
  }
  if (found.size === 0) return [];
  const tracked = new Set((await namesFrom(repository, ['ls-files', '-z', '--', ...found])).map(({ path }) => path));
  return [...found].filter((path) => !tracked.has(path));
}
