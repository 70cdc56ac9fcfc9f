import { basename, dirname } from 'node:path';
import { isMissing } from '../fs/system-failure.ts';
import type { Folder } from '../fs/folder.ts';
import { hashFile } from '../read/file-version.ts';
import { openRegular } from '../read/open-file.ts';
import { isUnchanged } from './carry-out.ts';
import {
  temporaryName,
  type ChangeRecord,
  type FileAfter,
  type MoveOperation,
  type Operation,
  type RemoveOperation,
  type RestoreOperation,
  type WriteOperation,
} from './change-record.ts';
import type { FolderPool } from './folder-pool.ts';
import { hasTree } from './compare-tree.ts';

/**
 * Puts one operation's target back as it was, or does nothing when that was done before. What somebody else
 * made of the target meanwhile stays: then the answer is false.
 */
export async function takeBack(record: ChangeRecord, operation: Operation, folders: FolderPool): Promise<boolean> {
  try {
    if (operation.kind === 'write') return await takeBackWrite(record, operation, folders);
    if (operation.kind === 'remove') return await takeBackRemove(record, operation, folders);
    if (operation.kind === 'restore') return await takeBackRestore(record, operation, folders);
    return await takeBackMove(operation, folders);
  } catch (error) {
    // Its folder is gone, and what was in it.
    if (isMissing(error)) return false;
    throw error;
  }
}

async function takeBackWrite(record: ChangeRecord, operation: WriteOperation, folders: FolderPool): Promise<boolean> {
  const folder = await folders.get(dirname(operation.path));
  const name = basename(operation.path);
  const target = await folder.lstat(name);
  const prepared = await folder.lstat(temporaryName(record, operation, 'new'));
  // Still waiting beside its target, it was not carried out: whatever is there is somebody else's.
  if (prepared !== undefined && (target === undefined || target.ino !== prepared.ino)) return true;
  if (operation.before === null) {
    if (target === undefined) return true;
    if (!(await isOurs(folder, name, operation.after))) return false;
    await folder.fs.unlink(folder.at(name));
    return true;
  }
  const old = temporaryName(record, operation, 'old');
  if ((await folder.lstat(old)) === undefined || isUnchanged(target, operation.before)) return true;
  if (target !== undefined && !(await isOurs(folder, name, operation.after))) return false;
  await folder.fs.rename(folder.at(old), folder.at(name));
  return true;
}

async function takeBackRemove(record: ChangeRecord, operation: RemoveOperation, folders: FolderPool): Promise<boolean> {
  const folder = await folders.get(dirname(operation.path));
  const name = basename(operation.path);
  const old = temporaryName(record, operation, 'old');
  if ((await folder.lstat(old)) === undefined) return true;
  const isFree = (await folder.lstat(name)) === undefined;
  // Somebody took the name: the old content must not be lost for that.
  await folder.fs.rename(folder.at(old), folder.at(isFree ? name : `${shortened(name)}.restored-${record.id}`));
  return isFree;
}

/** So that there is room for more in the name. */
function shortened(name: string): string {
  return Buffer.byteLength(name) > 200 ? [...name].slice(0, 50).join('') : name;
}

async function takeBackMove(operation: MoveOperation, folders: FolderPool): Promise<boolean> {
  const source = await folders.get(dirname(operation.path));
  const target = await folders.get(dirname(operation.to));
  const [from, to] = [basename(operation.path), basename(operation.to)];
  if ((await source.lstat(from)) !== undefined) return true;
  if (!isUnchanged(await target.lstat(to), operation.moved)) return false;
  await source.fs.rename(target.at(to), source.at(from));
  return true;
}

/** Back to the name under which it was made, and with that away. */
async function takeBackRestore(
  record: ChangeRecord,
  operation: RestoreOperation,
  folders: FolderPool,
): Promise<boolean> {
  const folder = await folders.get(dirname(operation.path));
  const name = basename(operation.path);
  const fresh = temporaryName(record, operation, 'new');
  if ((await folder.lstat(fresh)) !== undefined) return true;
  const target = await folder.lstat(name);
  if (target === undefined) return true;
  if (target.kind !== 'directory' || !(await hasTree(folder.fs, operation.path, operation.tree))) return false;
  await folder.fs.rename(folder.at(name), folder.at(fresh));
  return true;
}

async function isOurs(folder: Folder, name: string, after: WriteOperation['after']): Promise<boolean> {
  const stat = await folder.lstat(name);
  if (stat?.kind !== after.type) return false;
  if (after.type === 'symlink') return (await folder.fs.readlink(folder.at(name))) === after.target;
  return stat.size === after.size && (await hasContent(folder, name, after));
}

async function hasContent(folder: Folder, name: string, after: FileAfter): Promise<boolean> {
  const { file } = await openRegular(folder, name);
  try {
    return (await hashFile(file)) === after.hash;
  } finally {
    await file.close().catch(() => undefined);
  }
}
