import { join, resolve } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { nodeFileSystem } from '../fs/node-file-system.ts';
import { FileLocks } from '../locks/file-locks.ts';
import { modifiedMs, namesIn } from './inspect-state.ts';
import { removeQuietly } from './state-files.ts';
import { makeFolder } from './state-folder.ts';

export interface PurgeStateFilesOptions {
  /** Files that were modified within this time stay. */
  readonly unusedForMs: number;
  /** Only report what would be removed. */
  readonly dryRun?: boolean;
  readonly fs?: FileSystem;
}

export interface StateFilesReport {
  readonly files: number;
  readonly bytes: number;
  /** How many of the files were removed, or would be. */
  readonly removed: number;
  readonly bytesAfter: number;
}

/**
 * Cleans a folder of files that `updateStateFile` writes: removes those that have not been used for long, drafts of writers
 * that have ended, and their locks.
 */
export async function purgeStateFiles(
  folder: string,
  { unusedForMs, dryRun = false, fs = nodeFileSystem }: PurgeStateFilesOptions,
): Promise<StateFilesReport> {
  const lockFolder = join(resolve(folder), 'locks');
  const locks = new FileLocks(fs, lockFolder);
  let [files, bytes, removed, removedBytes] = [0, 0, 0, 0];
  for (const name of await namesIn(fs, folder)) {
    const path = join(resolve(folder), name);
    const stat = await fs.lstat(path).catch(() => undefined);
    if (stat?.kind !== 'file') continue;
    files += 1;
    bytes += stat.size;
    const unused = (): Promise<boolean> => isUnused(fs, path, name.endsWith('.tmp') ? DRAFT_MS : unusedForMs);
    if (!(await unused())) continue;
    if (!dryRun) {
      await makeFolder(fs, lockFolder);
      const lock = await locks.acquire([path]);
      // A process may have used it while this one waited for the lock.
      const isGone = (await unused()) && (await removeQuietly(fs, path));
      await lock.release();
      if (!isGone) continue;
    }
    removed += 1;
    removedBytes += stat.size;
  }
  if (!dryRun) await locks.sweep();
  return { files, bytes, removed, bytesAfter: bytes - removedBytes };
}

/** No writer takes longer than this. */
const DRAFT_MS = 24 * 60 * 60 * 1000;

async function isUnused(fs: FileSystem, path: string, forMs: number): Promise<boolean> {
  return Date.now() - (await modifiedMs(fs, path)) >= forMs;
}
