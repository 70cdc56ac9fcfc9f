import { basename, dirname, join } from 'node:path';
import { refuse, workspaceErrors } from '../../errors.ts';
import type { FileStat } from '../../fs/file-system.ts';
import { systemCode, systemFailure } from '../../fs/system-failure.ts';
import { versionOf } from '../../read/file-version.ts';
import {
  temporaryName,
  type ChangeRecord,
  type MoveOperation,
  type Operation,
  type RemoveOperation,
  type RestoreOperation,
  type WriteOperation,
} from '../journal/change-record.ts';
import { isSameTree } from '../inspect/compare-tree.ts';
import type { FolderPool } from './folder-pool.ts';
import { NO_HARD_LINKS } from './prepare.ts';

/**
 * Applies one operation, or does nothing if it was applied before. Fails with STALE_FILE, and changes nothing, when the
 * target is no longer what the transaction was made for.
 */
export async function apply(record: ChangeRecord, operation: Operation, folders: FolderPool): Promise<void> {
  try {
    if (operation.kind === 'write') await write(record, operation, folders);
    else if (operation.kind === 'remove') await remove(record, operation, folders);
    else if (operation.kind === 'restore') await restore(record, operation, folders);
    else await move(operation, folders);
  } catch (error) {
    throw systemFailure(error, operation.path);
  }
}

/** Whether an entry is still the one that a record describes. */
export function isUnchanged(
  stat: FileStat | undefined,
  image: RemoveOperation['before'] | MoveOperation['moved'],
): boolean {
  if (stat === undefined || stat.kind !== image.type) return false;
  if (image.type === 'file') return versionOf(stat) === image.version;
  return !('ino' in image) || image.ino === stat.ino;
}

async function write(record: ChangeRecord, operation: WriteOperation, folders: FolderPool): Promise<void> {
  const folder = await folders.verified(dirname(operation.path));
  const { fs } = folder;
  const name = basename(operation.path);
  const fresh = temporaryName(record, operation, 'new');
  const prepared = await folder.lstat(fresh);
  if (prepared === undefined) return;
  const target = await folder.lstat(name);
  if (operation.before !== null) {
    if (!isUnchanged(target, operation.before)) stale(operation.path);
    await fs.rename(folder.at(fresh), folder.at(name));
    return;
  }
  // An interrupted apply left the new file under both names.
  if (target !== undefined && target.ino === prepared.ino && target.dev === prepared.dev) {
    await fs.unlink(folder.at(fresh));
    return;
  }
  if (target !== undefined) stale(operation.path);
  try {
    // Unlike a rename, a hard link never replaces a file that somebody else has just created.
    await fs.link(folder.at(fresh), folder.at(name));
  } catch (error) {
    if (systemCode(error) === 'EEXIST') stale(operation.path);
    if (!NO_HARD_LINKS.has(systemCode(error) ?? '')) throw error;
    await fs.rename(folder.at(fresh), folder.at(name));
    return;
  }
  await fs.unlink(folder.at(fresh));
}

async function remove(record: ChangeRecord, operation: RemoveOperation, folders: FolderPool): Promise<void> {
  const folder = await folders.verified(dirname(operation.path));
  const name = basename(operation.path);
  const old = temporaryName(record, operation, 'old');
  const target = await folder.lstat(name);
  if (target === undefined || (await folder.lstat(old)) !== undefined) return;
  if (!isUnchanged(target, operation.before)) stale(operation.path);
  await folder.fs.rename(folder.at(name), folder.at(old));
  const { before } = operation;
  if (before.type !== 'directory' || before.entries === null) return;
  // Nobody can add to the folder under its old name any more. Anything added before the rename was not kept for undo.
  if (await isSameTree(folder.fs, join(folder.path, old), { ...before, entries: before.entries })) return;
  if ((await folder.lstat(name)) === undefined) await folder.fs.rename(folder.at(old), folder.at(name));
  stale(operation.path);
}

async function move(operation: MoveOperation, folders: FolderPool): Promise<void> {
  const source = await folders.verified(dirname(operation.path));
  const target = await folders.verified(dirname(operation.to));
  const [from, to] = [basename(operation.path), basename(operation.to)];
  const there = await target.lstat(to);
  const here = await source.lstat(from);
  if (here === undefined && isUnchanged(there, operation.moved)) return;
  if (there !== undefined) stale(operation.to);
  if (!isUnchanged(here, operation.moved)) stale(operation.path);
  await source.fs.rename(source.at(from), target.at(to));
}

async function restore(record: ChangeRecord, operation: RestoreOperation, folders: FolderPool): Promise<void> {
  const folder = await folders.verified(dirname(operation.path));
  const name = basename(operation.path);
  const fresh = temporaryName(record, operation, 'new');
  if ((await folder.lstat(fresh)) === undefined) return;
  if ((await folder.lstat(name)) !== undefined) stale(operation.path);
  try {
    // Renaming a folder replaces neither a file nor a folder that is not empty.
    await folder.fs.rename(folder.at(fresh), folder.at(name));
  } catch (error) {
    if (TAKEN.has(systemCode(error) ?? '')) stale(operation.path);
    throw error;
  }
}

const TAKEN: ReadonlySet<string> = new Set(['EEXIST', 'ENOTEMPTY', 'ENOTDIR']);

function stale(path: string): never {
  return refuse(
    workspaceErrors.STALE_FILE({
      message: `${path} was changed by somebody else at the same moment.`,
      details: { path },
    }),
  );
}
