import { readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { gitErrors } from '../errors.ts';

/** Where git found a repository. All paths are absolute. */
export interface RepositoryLocation {
  /** The top folder of the checked-out files. */
  readonly folder: string;
  readonly gitDir: string;
  /** The same as `gitDir`, except in a linked worktree. */
  readonly commonDir: string;
}

/**
 * Throws if a part of the repository lies outside the given folders: its files (`core.worktree`), its data (a `.git` file or
 * link), or the data of another repository that it uses (`objects/info/alternates`).
 */
export async function checkLocation(
  { folder, gitDir, commonDir }: RepositoryLocation,
  { roots, repositoryFolders }: { readonly roots: readonly string[]; readonly repositoryFolders: readonly string[] },
): Promise<void> {
  const allowed = [...roots];
  for (const path of repositoryFolders) allowed.push((await realPath(path)) ?? resolve(path));
  await checkWithin(folder, roots, 'its files');
  await checkWithin(gitDir, allowed, 'its data (.git)');
  await checkWithin(commonDir, allowed, 'its data (.git)');
  for (const name of LINKED_PARTS.own) await checkWithin(join(gitDir, name), allowed, `.git/${name}`);
  for (const name of LINKED_PARTS.shared) await checkWithin(join(commonDir, name), allowed, `.git/${name}`);
  await checkAlternates(join(commonDir, 'objects'), allowed, 0);
}

/** Parts of a repository that could be links. */
const LINKED_PARTS = {
  own: ['HEAD', 'index', 'config.worktree', 'logs'],
  shared: ['config', 'objects', 'objects/pack', 'objects/info', 'refs', 'refs/heads', 'packed-refs', 'logs'],
} as const;

async function checkAlternates(objects: string, allowed: readonly string[], depth: number): Promise<void> {
  const file = join(objects, 'info/alternates');
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) return;
  if (size > MAX_ALTERNATES_BYTES || depth > MAX_DEPTH) throw outside('objects/info/alternates');
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    // A quoted name has escapes that only git should read.
    if (line.startsWith('"')) throw outside('objects/info/alternates');
    const other = resolve(objects, line);
    await checkWithin(other, allowed, 'objects/info/alternates');
    await checkAlternates(other, allowed, depth + 1);
  }
}

const MAX_ALTERNATES_BYTES = 65_536;
/** As git follows them. */
const MAX_DEPTH = 5;

async function checkWithin(path: string, allowed: readonly string[], part: string): Promise<void> {
  const real = await realPath(path);
  if (real !== undefined && !allowed.some((folder) => isWithin(folder, real))) throw outside(part);
}

export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Undefined if nothing is there. */
async function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function outside(part: string): ToolFailure {
  return new ToolFailure(
    gitErrors.REPOSITORY_OUTSIDE_WORKSPACE({ message: `The repository keeps ${part} outside the workspace.` }),
  );
}
