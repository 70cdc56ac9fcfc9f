import { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import { refuse, workspaceErrors } from '../../errors.ts';
import type { Folder } from '../../fs/folder.ts';
import { isMissing, systemCode, systemFailure } from '../../fs/system-failure.ts';
import { openRegular } from '../../read/open-file.ts';
import { versionOf } from '../../read/file-version.ts';
import {
  temporaryName,
  type ChangeRecord,
  type RestoreOperation,
  type WriteOperation,
} from '../journal/change-record.ts';
import type { FolderPool } from './folder-pool.ts';
import type { OnProgress } from '../inspect/image-keeper.ts';
import { makeTree, type TreeContents } from './make-tree.ts';

/** The content to write, by operation. */
export interface PreparedContents {
  readonly contents: ReadonlyMap<WriteOperation, Uint8Array>;
  readonly trees: ReadonlyMap<RestoreOperation, TreeContents>;
  readonly signal: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Creates the temporary files beside the targets: the new content, and a hard link to the old. No target is changed. */
export async function prepare(
  record: ChangeRecord,
  { contents, trees, signal, onProgress }: PreparedContents,
  folders: FolderPool,
): Promise<void> {
  for (const path of record.folders) {
    try {
      await makeFolder(path, folders);
    } catch (error) {
      throw systemFailure(error, path);
    }
  }
  for (const operation of record.operations) {
    try {
      if (operation.kind === 'write') await prepareWrite(record, operation, contents.get(operation), folders);
      else if (operation.kind === 'restore') {
        const parent = await folders.get(dirname(operation.path));
        const name = temporaryName(record, operation, 'new');
        const found = trees.get(operation) ?? new Map<string, Uint8Array>();
        await makeTree(parent, name, { tree: operation.tree, contents: found, signal, onProgress });
      }
    } catch (error) {
      throw systemFailure(error, operation.path);
    }
  }
  await folders.syncAll();
}

async function makeFolder(path: string, folders: FolderPool): Promise<void> {
  const parent = await folders.get(dirname(path));
  try {
    await parent.fs.mkdir(parent.at(basename(path)), 0o777);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

async function prepareWrite(
  record: ChangeRecord,
  operation: WriteOperation,
  content: Uint8Array | undefined,
  folders: FolderPool,
): Promise<void> {
  const folder = await folders.get(dirname(operation.path));
  const name = temporaryName(record, operation, 'new');
  const target = basename(operation.path);
  if (operation.after.type === 'symlink') {
    await folder.fs.symlink(operation.after.target, folder.at(name));
    return;
  }
  await writeNew(folder, { name, target, operation, content: content ?? new Uint8Array(), mode: operation.after.mode });
  if (operation.before !== null)
    await keepOld(folder, target, temporaryName(record, operation, 'old'), operation.before);
}

interface NewFile {
  readonly name: string;
  readonly target: string;
  readonly operation: WriteOperation;
  readonly content: Uint8Array;
  readonly mode: number | null;
}

async function writeNew(folder: Folder, { name, target, operation, content, mode }: NewFile): Promise<void> {
  const file = await folder.openEntry(name, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode ?? 0o666);
  try {
    await file.write(content);
    const own = await file.stat();
    const old = operation.before === null ? undefined : await folder.lstat(target);
    // Only root can keep the owner of another user's file; otherwise the file gets a new owner and keeps its mode.
    if (old !== undefined && (old.uid !== own.uid || old.gid !== own.gid))
      await file.chown(old.uid, old.gid).catch(() => undefined);
    if (mode !== null && own.mode !== mode) await file.chmod(mode);
    await file.sync();
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
  await file.close();
}

/** Keeps the old file by a hard link, or by a copy if hard links are not possible. */
async function keepOld(
  folder: Folder,
  target: string,
  name: string,
  before: { version: string; mode: number },
): Promise<void> {
  const old = await folder.lstat(target);
  if (old === undefined || versionOf(old) !== before.version)
    refuse(workspaceErrors.STALE_FILE({ message: `${target} changed while it was about to be written.` }));
  try {
    await folder.fs.link(folder.at(target), folder.at(name));
  } catch (error) {
    if (isMissing(error) || !NO_HARD_LINKS.has(systemCode(error) ?? '')) throw error;
    await copy(folder, target, name, before.mode);
  }
}

/** The error codes when hard links are not supported or not permitted. */
export const NO_HARD_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

async function copy(folder: Folder, from: string, to: string, mode: number): Promise<void> {
  const { file: source } = await openRegular(folder, from);
  try {
    const target = await folder.openEntry(to, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      const chunk = new Uint8Array(256 * 1024);
      for (let position = 0; ;) {
        const read = await source.read(chunk, position);
        if (read === 0) break;
        await target.write(chunk.subarray(0, read));
        position += read;
      }
      await target.chmod(mode);
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close().catch(() => undefined);
  }
}
