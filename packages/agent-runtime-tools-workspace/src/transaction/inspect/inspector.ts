import { dirname, join } from 'node:path';
import { checkSignal, refuse, refuseStale, workspaceErrors } from '../../errors.ts';
import type { FileStat } from '../../fs/file-system.ts';
import { isMissing, systemFailure } from '../../fs/system-failure.ts';
import { hashOf } from '../../read/file-version.ts';
import type {
  FileAfter,
  LinkImage,
  MoveOperation,
  Operation,
  RestoreOperation,
  WriteOperation,
} from '../journal/change-record.ts';
import { checkWritableTree } from './check-writable-tree.ts';
import type { FolderPool } from '../apply/folder-pool.ts';
import { ImageKeeper, type ImageOptions } from './image-keeper.ts';
import type { TreeContents } from '../apply/make-tree.ts';
import { listTree, scanTree, type TreeItem } from './scan-tree.ts';
import type {
  ExpectedContent,
  StagedChange,
  StagedMove,
  StagedRemove,
  StagedRestore,
  StagedWrite,
  TreeChange,
} from '../stage/staged-change.ts';

export interface InspectOptions extends ImageOptions {
  /** The task must have read a file before it overwrites it. */
  readonly requireRead: boolean;
  /** Throws for a folder with an entry that may not be changed with it. */
  readonly checkTree: (change: TreeChange, items: readonly Pick<TreeItem, 'path'>[]) => Promise<void>;
}

/**
 * Turns staged changes into operations on the files as they are now: checks what the caller expects of them, and keeps
 * their old content for undo.
 */
export class Inspector {
  readonly #options: InspectOptions;
  readonly #images: ImageKeeper;
  readonly contents = new Map<WriteOperation, Uint8Array>();
  readonly trees = new Map<RestoreOperation, TreeContents>();
  readonly #pool: FolderPool;
  readonly #folders = new Set<string>();

  constructor(options: InspectOptions, pool: FolderPool) {
    this.#options = options;
    this.#images = new ImageKeeper(options);
    this.#pool = pool;
  }

  /** The folders that have to be created, outermost first. */
  get folders(): string[] {
    return [...this.#folders].sort((a, b) => a.length - b.length);
  }

  async inspectAll(changes: readonly StagedChange[]): Promise<Operation[]> {
    const operations: Operation[] = [];
    for (const change of changes) {
      checkSignal(this.#options.signal);
      operations.push(await this.#inspect(change));
    }
    return operations;
  }

  async #inspect(change: StagedChange): Promise<Operation> {
    try {
      if (change.kind === 'write') return await this.#write(change);
      if (change.kind === 'restore') return await this.#restore(change);
      return await (change.kind === 'remove' ? this.#remove(change) : this.#move(change));
    } catch (error) {
      throw systemFailure(error, change.file.display);
    }
  }

  async #write(change: StagedWrite): Promise<Operation> {
    const { file, content, expect } = change;
    const stat = await this.#stat(file.path);
    if (stat === undefined) {
      if (expect !== undefined && expect !== 'absent') refuseStale(file.display, 'it no longer exists');
      await this.#collectMissingFolders(dirname(file.path));
    } else if (expect === 'absent') refuse(taken(file.display));
    else checkReplaceable(stat, file.display);
    const { requireRead } = this.#options;
    const before =
      stat === undefined
        ? null
        : await this.#image(change, { expect: expect === 'absent' ? undefined : expect, requireRead });
    if ('linkTo' in content)
      return { kind: 'write', path: file.path, before, after: { type: 'symlink', target: content.linkTo } };
    const after: FileAfter = {
      type: 'file',
      hash: hashOf(content),
      size: content.byteLength,
      mode: withoutSetId(change.mode ?? before?.mode ?? null),
    };
    const operation: WriteOperation = { kind: 'write', path: file.path, before, after };
    this.contents.set(operation, content);
    return operation;
  }

  async #remove(change: StagedRemove): Promise<Operation> {
    const { file, expect } = change;
    const { path, display } = file;
    const stat = (await this.#stat(path)) ?? refuse(absent(display));
    if (stat.kind === 'symlink') return { kind: 'remove', path, before: await this.#link(path) };
    if (stat.kind === 'file') return { kind: 'remove', path, before: await this.#image(change, { expect }) };
    const items = await scanTree(this.#options.fs, path);
    if (items.length > 0 && !change.recursive) {
      refuse(
        workspaceErrors.IS_DIRECTORY({
          message: `${display} is a folder that is not empty.`,
          suggestion: 'Set recursive to remove it with its content.',
          details: { path: display },
        }),
      );
    }
    await this.#options.checkTree(change, items);
    await checkWritableTree(this.#options.fs, file, items);
    return { kind: 'remove', path, before: await this.#images.tree(path, stat, items) };
  }

  async #move(change: StagedMove): Promise<Operation> {
    const { file, to } = change;
    const stat = (await this.#stat(file.path)) ?? refuse(absent(file.display));
    if ((await this.#stat(to.path)) !== undefined) refuse(taken(to.display));
    await this.#collectMissingFolders(dirname(to.path));
    let moved: MoveOperation['moved'] = { type: 'directory', ino: stat.ino };
    if (stat.kind === 'file') moved = await this.#image(change, { keep: false });
    else if (stat.kind === 'symlink') moved = await this.#link(file.path);
    else {
      const names = await listTree(this.#options.fs, file.path);
      this.#options.onProgress?.(names.length, names.length);
      await this.#options.checkTree(change, names);
    }
    return { kind: 'move', path: file.path, to: to.path, moved };
  }

  async #restore(change: StagedRestore): Promise<Operation> {
    const { file, tree, contents } = change;
    if ((await this.#stat(file.path)) !== undefined) refuse(taken(file.display));
    await this.#collectMissingFolders(dirname(file.path));
    const items = tree.entries.map((entry) => ({ path: join(file.path, entry.path) }));
    await this.#options.checkTree(change, items);
    const entries = tree.entries.map(({ path, image }) => ({
      path,
      image: image.type === 'file' ? { ...image, mode: withoutSetId(image.mode) } : image,
    }));
    const operation: RestoreOperation = { kind: 'restore', path: file.path, tree: { ...tree, entries } };
    this.trees.set(operation, contents);
    return operation;
  }

  async #image(
    { file: { path, display } }: StagedChange,
    options: { expect?: ExpectedContent | undefined; requireRead?: boolean; keep?: boolean },
  ): ReturnType<ImageKeeper['file']> {
    return this.#images.file(await this.#pool.get(dirname(path)), { path, display, ...options });
  }

  async #link(path: string): Promise<LinkImage> {
    return { type: 'symlink', target: await this.#options.fs.readlink(path) };
  }

  async #stat(path: string): Promise<FileStat | undefined> {
    try {
      return await this.#options.fs.lstat(path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async #collectMissingFolders(path: string): Promise<void> {
    if (this.#folders.has(path) || (await this.#stat(path)) !== undefined) return;
    await this.#collectMissingFolders(dirname(path));
    this.#folders.add(path);
  }
}

/** Drops setuid and setgid, as the system does for a file that is written. */
function withoutSetId<T extends number | null>(mode: T): T | number {
  return mode === null ? mode : mode & 0o1777;
}

/** Refuses to replace anything but a regular file, and a file that nobody may write, although its folder would allow it. */
function checkReplaceable(stat: FileStat, path: string): void {
  const details = { path };
  if (stat.kind === 'directory') refuse(workspaceErrors.IS_DIRECTORY({ message: `${path} is a folder.`, details }));
  if (stat.kind !== 'file') refuse(workspaceErrors.NOT_A_FILE({ message: `${path} is not a regular file.`, details }));
  if ((stat.mode & 0o222) === 0)
    refuse(
      workspaceErrors.PERMISSION_DENIED({
        message: `${path} is marked as read-only.`,
        suggestion: 'Leave it as it is, or ask the person to make it writable.',
        details,
      }),
    );
}

function absent(path: string): ReturnType<typeof workspaceErrors.FILE_NOT_FOUND> {
  return workspaceErrors.FILE_NOT_FOUND({ message: `${path} does not exist.`, details: { path } });
}

function taken(path: string): ReturnType<typeof workspaceErrors.ALREADY_EXISTS> {
  return workspaceErrors.ALREADY_EXISTS({ message: `${path} already exists.`, details: { path } });
}
