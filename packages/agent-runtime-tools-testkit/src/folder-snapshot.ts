import { createHash } from 'node:crypto';
import { lstat, readFile, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The content of a folder: each path with its type, its mode and a hash of its content, such as `file 644 9f86d081`. */
export type FolderSnapshot = Readonly<Record<string, string>>;

/** Takes a snapshot. Does not follow links and ignores times. */
export async function folderSnapshot(folder: string): Promise<FolderSnapshot> {
  const entries = await readdir(folder, { recursive: true });
  const described = await inGroups(entries.sort(), async (path) => [path, await describe(join(folder, path))] as const);
  return Object.fromEntries(described.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The paths that differ between two snapshots, sorted. */
export function changedPaths(before: FolderSnapshot, after: FolderSnapshot): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => before[path] !== after[path]).sort();
}

/** Undefined for a path that was removed after it was listed. */
async function describe(path: string): Promise<string | undefined> {
  try {
    const stat = await lstat(path);
    const mode = (stat.mode & 0o7777).toString(8);
    if (stat.isSymbolicLink()) return `link ${await readlink(path)}`;
    if (stat.isDirectory()) return `folder ${mode}`;
    if (!stat.isFile()) return `special ${mode}`;
    return `file ${mode} ${createHash('sha256')
      .update(await readFile(path))
      .digest('hex')}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      return error.code === 'ENOENT' ? undefined : `unreadable ${String(error.code)}`;
    throw error;
  }
}

const GROUP_SIZE = 64;

/** Limits how many files are open at the same time. */
async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += GROUP_SIZE) {
    results.push(...(await Promise.all(items.slice(start, start + GROUP_SIZE).map(work))));
  }
  return results;
}
