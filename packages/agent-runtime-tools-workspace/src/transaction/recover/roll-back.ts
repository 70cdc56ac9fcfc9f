import { basename, dirname } from 'node:path';
import { isMissing } from '../../fs/system-failure.ts';
import type { Folder } from '../../fs/folder.ts';
import { hashFile } from '../../read/file-version.ts';
import { openRegular } from '../../read/open-file.ts';
import { isUnchanged } from '../apply/apply.ts';
import {
  temporaryName,
  type ChangeRecord,
  type FileAfter,
  type MoveOperation,
  type Operation,
  type RemoveOperation,
  type RestoreOperation,
  type WriteOperation,
} from '../journal/change-record.ts';
import type { FolderPool } from '../apply/folder-pool.ts';
import { hasTree } from '../inspect/compare-tree.ts';

/**
 * Puts the target of one operation back as it was, or does nothing if that was done before. Returns false if somebody
 * else has changed the target meanwhile: then it stays as it is.
 */
export async function rollBack(record: ChangeRecord, operation: Operation, folders: FolderPool): Promise<boolean> {
  try {
    if (operation.kind === 'write') return await rollBackWrite(record, operation, folders);
    if (operation.kind === 'remove') return await rollBackRemove(record, operation, folders);
    if (operation.kind === 'restore') return await rollBackRestore(record, operation, folders);
    return await rollBackMove(operation, folders);
  } catch (error) {
    // The folder is gone, and the target with it.
    if (isMissing(error)) return false;
    throw error;
  }
}

async function rollBackWrite(record: ChangeRecord, operation: WriteOperation, folders: FolderPool): Promise<boolean> {
  const folder = await folders.get(dirname(operation.path));
  const name = basename(operation.path);
  const target = await folder.lstat(name);
  const prepared = await folder.lstat(temporaryName(record, operation, 'new'));
  // The prepared file was not put in place, so whatever is at the target is somebody else's.
  if (prepared !== undefined && (target === undefined || target.ino !== prepared.ino)) return true;
  if (operation.before === null) {
    if (target === undefined) return true;
    if (!(await hasOurContent(folder, name, operation.after))) return false;
    await folder.fs.unlink(folder.at(name));
    return true;
  }
  const old = temporaryName(record, operation, 'old');
  if ((await folder.lstat(old)) === undefined || isUnchanged(target, operation.before)) return true;
  if (target !== undefined && !(await hasOurContent(folder, name, operation.after))) return false;
  await folder.fs.rename(folder.at(old), folder.at(name));
  return true;
}

async function rollBackRemove(record: ChangeRecord, operation: RemoveOperation, folders: FolderPool): Promise<boolean> {
  const folder = await folders.get(dirname(operation.path));
  const name = basename(operation.path);
  const old = temporaryName(record, operation, 'old');
  if ((await folder.lstat(old)) === undefined) return true;
  const isFree = (await folder.lstat(name)) === undefined;
  // If somebody else has taken the name, the old content is kept under another one.
  await folder.fs.rename(folder.at(old), folder.at(isFree ? name : `${shortened(name)}.restored-${record.id}`));
  return isFree;
}

/** Leaves room for a suffix within the length limit of names. */
function shortened(name: string): string {
  return Buffer.byteLength(name) > 200 ? [...name].slice(0, 50).join('') : name;
}

async function rollBackMove(operation: MoveOperation, folders: FolderPool): Promise<boolean> {
  const source = await folders.get(dirname(operation.path));
  const target = await folders.get(dirname(operation.to));
  const [from, to] = [basename(operation.path), basename(operation.to)];
  if ((await source.lstat(from)) !== undefined) return true;
  if (!isUnchanged(await target.lstat(to), operation.moved)) return false;
  await source.fs.rename(target.at(to), source.at(from));
  return true;
}

/** Renames the folder to its temporary name, under which `cleanUp` removes it. */
async function rollBackRestore(
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

async function hasOurContent(folder: Folder, name: string, after: WriteOperation['after']): Promise<boolean> {
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
