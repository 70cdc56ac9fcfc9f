import { basename, dirname, join } from 'node:path';
import type { FileSystem } from '../../fs/file-system.ts';
import { Folder } from '../../fs/folder.ts';
import { inParallel } from '../../fs/in-parallel.ts';
import { isMissing, systemCode } from '../../fs/system-failure.ts';
import { temporaryName, type ChangeRecord, type Operation } from '../journal/change-record.ts';
import type { FolderPool } from './folder-pool.ts';

export interface CleanUpOptions {
  /** Folders to remove if they are empty, innermost first. */
  readonly folders: readonly string[];
  /** All operations were applied, so that only the old content is left. */
  readonly applied?: boolean;
}

/** Removes the temporary files of a transaction. Returns whether all of them are gone. */
export async function cleanUp(
  record: ChangeRecord,
  folders: FolderPool,
  { folders: emptied, applied = false }: CleanUpOptions,
): Promise<boolean> {
  let clean = true;
  for (const operation of record.operations) {
    for (const name of temporaryNames(record, operation, applied)) {
      clean = (await twice(() => removeEntry(folders, dirname(operation.path), name))) && clean;
    }
  }
  for (const path of emptied) clean = (await twice(() => removeEmpty(folders, path))) && clean;
  return clean;
}

function temporaryNames(record: ChangeRecord, operation: Operation, applied: boolean): string[] {
  if (operation.kind === 'move') return [];
  if (operation.kind === 'restore') return applied ? [] : [temporaryName(record, operation, 'new')];
  const names = operation.before === null ? [] : [temporaryName(record, operation, 'old')];
  return operation.kind === 'write' && !applied ? [temporaryName(record, operation, 'new'), ...names] : names;
}

async function removeEntry(folders: FolderPool, path: string, name: string): Promise<void> {
  const folder = await folders.get(path);
  try {
    await folder.fs.unlink(folder.at(name));
  } catch (error) {
    const stat = isMissing(error) ? undefined : await folder.lstat(name);
    if (stat === undefined) return;
    if (stat.kind !== 'directory') throw error;
    await removeTree(folder.fs, join(path, name));
    await folder.fs.rmdir(folder.at(name));
  }
}

/** Empties a folder. Every folder below it is opened and checked; links are removed, never followed. */
async function removeTree(fs: FileSystem, path: string): Promise<void> {
  const pending = [path];
  const folders: string[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    folders.push(next);
    const folder = await Folder.open(fs, next);
    try {
      const entries = await fs.readdir(folder.at(''));
      for (const { name, kind } of entries) if (kind === 'directory') pending.push(join(next, name));
      const others = entries.filter(({ kind }) => kind !== 'directory');
      await inParallel(others, ({ name }) => fs.unlink(folder.at(name)));
    } finally {
      await folder.close().catch(() => undefined);
    }
  }
  for (const inner of folders.slice(1).reverse()) {
    const parent = await Folder.open(fs, dirname(inner));
    try {
      await fs.rmdir(parent.at(basename(inner)));
    } finally {
      await parent.close().catch(() => undefined);
    }
  }
}

/** Removes a folder unless somebody has put something into it. */
async function removeEmpty(folders: FolderPool, path: string): Promise<void> {
  const parent = await folders.get(dirname(path));
  try {
    await parent.fs.rmdir(parent.at(basename(path)));
  } catch (error) {
    if (!KEPT.has(systemCode(error) ?? '')) throw error;
  }
}

const KEPT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR']);

/** Tries twice; returns false after two failures. A missing folder counts as success. */
async function twice(action: () => Promise<void>): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await action();
      return true;
    } catch (error) {
      if (isMissing(error)) return true;
    }
  }
  return false;
}
