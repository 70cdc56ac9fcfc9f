import { dirname, join } from 'node:path';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileStat } from '../fs/file-system.ts';
import { isMissing, systemFailure } from '../fs/system-failure.ts';
import { hashOf } from '../read/file-version.ts';
import type {
  FileAfter,
  LinkImage,
  MoveOperation,
  Operation,
  RestoreOperation,
  WriteOperation,
} from './change-record.ts';
import { checkWritableTree } from './check-writable-tree.ts';
import type { FolderPool } from './folder-pool.ts';
import { ImageKeeper, type ImageOptions } from './image-keeper.ts';
import type { TreeContents } from './restored-tree.ts';
import { listTree, scanTree, type TreeItem } from './scan-tree.ts';
import { stale } from './stale.ts';
import type {
  ExpectedContent,
  StagedChange,
  StagedMove,
  StagedRemove,
  StagedRestore,
  StagedWrite,
  TreeChange,
} from './staged-change.ts';

export interface InspectOptions extends ImageOptions {
  /** Overwriting asks that the task has read the file. */
  readonly requireRead: boolean;
  /** Refuses entries of a folder that may not be touched with it. */
  readonly checkTree: (change: TreeChange, items: readonly Pick<TreeItem, 'path'>[]) => Promise<void>;
}

/** What a staged change means for the files as they are now: the old content is kept, expectations are checked. */
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

  /** The folders that have to be made, outermost first. */
  get folders(): string[] {
    return [...this.#folders].sort((a, b) => a.length - b.length);
  }

  async inspect(change: StagedChange): Promise<Operation> {
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
      if (expect !== undefined && expect !== 'absent') stale(file.display, 'it no longer exists');
      await this.#noteFolders(dirname(file.path));
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
          message: `${display} is a folder with something in it.`,
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
    await this.#noteFolders(dirname(to.path));
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
    await this.#noteFolders(dirname(file.path));
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

  async #noteFolders(path: string): Promise<void> {
    if (this.#folders.has(path) || (await this.#stat(path)) !== undefined) return;
    await this.#noteFolders(dirname(path));
    this.#folders.add(path);
  }
}

/** New content runs as nobody but its caller, as the system has it for whoever writes into such a file. */
function withoutSetId<T extends number | null>(mode: T): T | number {
  return mode === null ? mode : mode & 0o1777;
}

/** A file without any write bit is meant to stay as it is, whatever the folder allows. */
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
