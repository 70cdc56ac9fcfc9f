import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { inParallel } from '../fs/in-parallel.ts';
import type { PathAccess, ResolvedPath } from '../paths/resolved-path.ts';
import type {
  FileBefore,
  MoveOperation,
  Operation,
  RemoveOperation,
  TreeEntry,
  WriteOperation,
} from '../transaction/journal/change-record.ts';
import type { StagedChange } from '../transaction/stage/staged-change.ts';
import type { ObjectStore } from './object-store.ts';
import type { UndoView } from './undo-view.ts';

export interface UndoSources {
  readonly view: UndoView;
  readonly objects: ObjectStore;
  resolve(path: string, access: PathAccess): Promise<ResolvedPath>;
}

/** The change that undoes one operation, or the reason why it cannot be undone. */
export async function planUndo(operation: Operation, sources: UndoSources): Promise<StagedChange | string> {
  try {
    if (operation.kind === 'write') return await undoWrite(operation, sources);
    if (operation.kind === 'restore') return 'it was restored by an undo';
    return await (operation.kind === 'remove' ? undoRemove(operation, sources) : undoMove(operation, sources));
  } catch (error) {
    if (error instanceof ToolFailure) return error.error.message;
    throw error;
  }
}

/** The path by which an operation is reported. */
export function subjectOf(operation: Operation): string {
  return operation.kind === 'move' ? operation.to : operation.path;
}

async function undoWrite(
  { path, before, after }: WriteOperation,
  sources: UndoSources,
): Promise<StagedChange | string> {
  const seen = await sources.view.entryAt(path);
  if (seen === undefined) return before === null ? 'it is already gone' : 'it was removed since';
  if (after.type === 'symlink') return undoLink(path, after.target, sources);
  if (seen.kind !== 'file' || seen.size !== after.size) return 'it was changed since';
  const file = await sources.resolve(path, before === null ? 'delete' : 'write');
  if (file.path !== path) return 'its path now leads to another place';
  if ((await seen.hash()) !== after.hash) return 'it was changed since';
  if (before === null) return { kind: 'remove', file, recursive: false, allowProtected: true };
  const content = await imageOf(before, sources);
  if (typeof content === 'string') return content;
  return { kind: 'write', file, content, mode: before.mode, expect: { hash: after.hash, skipReadCheck: true } };
}

/** Removes a link that a program created. */
async function undoLink(path: string, target: string, sources: UndoSources): Promise<StagedChange | string> {
  const seen = await sources.view.entryAt(path);
  if (seen?.kind !== 'symlink' || (await seen.target()) !== target) return 'it was changed since';
  const file = await sources.resolve(path, 'delete');
  if (file.path !== path) return 'its path now leads to another place';
  return { kind: 'remove', file, recursive: false, allowProtected: true };
}

async function undoRemove({ path, before }: RemoveOperation, sources: UndoSources): Promise<StagedChange | string> {
  if ((await sources.view.entryAt(path)) !== undefined) return 'another file has its name now';
  if (before.type !== 'directory') return restore(path, before, sources);
  if (before.entries === null)
    return 'its content could not be kept: it was too large, or held a device, a pipe or a socket';
  const file = await sources.resolve(path, 'create');
  if (file.path !== path) return 'its path now leads to another place';
  const contents = await contentsOf(before.entries, sources);
  if (typeof contents === 'string') return contents;
  const tree = { ...before, entries: before.entries };
  return { kind: 'restore', file, tree, contents, allowProtected: true };
}

/** The contents of a tree's files by hash, or the reason why one of them cannot be restored. */
async function contentsOf(
  entries: readonly TreeEntry[],
  sources: UndoSources,
): Promise<Map<string, Uint8Array> | string> {
  const images = new Map<string, FileBefore>();
  for (const { image } of entries) if (image.type === 'file') images.set(image.hash ?? '', image);
  const contents = new Map<string, Uint8Array>();
  let missing: string | undefined;
  await inParallel(images, async ([hash, image]) => {
    const content = await imageOf(image, sources);
    if (typeof content === 'string') missing ??= content;
    else contents.set(hash, content);
  });
  return missing ?? contents;
}

async function restore(
  path: string,
  image: FileBefore | { type: 'symlink'; target: string },
  sources: UndoSources,
): Promise<StagedChange | string> {
  const file = await sources.resolve(path, 'create');
  if (file.path !== path) return 'its path now leads to another place';
  if (image.type === 'symlink') return { kind: 'write', file, content: { linkTo: image.target }, expect: 'absent' };
  const content = await imageOf(image, sources);
  return typeof content === 'string' ? content : { kind: 'write', file, content, mode: image.mode, expect: 'absent' };
}

async function undoMove({ path, to, moved }: MoveOperation, sources: UndoSources): Promise<StagedChange | string> {
  const seen = await sources.view.entryAt(to);
  if (seen === undefined) return 'it was removed since';
  if (seen.kind !== moved.type) return 'it was changed since';
  if (
    moved.type === 'file' &&
    seen.version !== moved.version &&
    (moved.hash === null || (await seen.hash()) !== moved.hash)
  )
    return 'it was changed since';
  if (moved.type === 'symlink' && (await seen.target()) !== moved.target) return 'it was changed since';
  if (moved.type === 'directory' && seen.ino !== moved.ino) return 'it was replaced since';
  if ((await sources.view.entryAt(path)) !== undefined) return 'another file has its old name now';
  const [file, back] = [await sources.resolve(to, 'delete'), await sources.resolve(path, 'create')];
  if (file.path !== to || back.path !== path) return 'its path now leads to another place';
  return { kind: 'move', file, to: back, allowProtected: true };
}

async function imageOf({ hash, size }: FileBefore, { objects }: UndoSources): Promise<Buffer | string> {
  if (hash === null) return `its earlier content (${size} bytes) was too large to keep`;
  return (await objects.get(hash)) ?? 'its earlier content is no longer kept';
}
