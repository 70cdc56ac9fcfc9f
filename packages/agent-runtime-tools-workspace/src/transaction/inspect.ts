import { basename, dirname } from 'node:path';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { isMissing, systemFailure } from '../fs/system-failure.ts';
import { hashFile, hashOf, versionOf } from '../read/file-version.ts';
import { openRegular, readRange } from '../read/open-file.ts';
import type { ReadTracker } from '../tracking/read-tracker.ts';
import type { ObjectStore } from '../undo/object-store.ts';
import type {
  FileAfter,
  FileBefore,
  LinkImage,
  MoveOperation,
  Operation,
  TreeEntry,
  TreeImage,
  WriteOperation,
} from './change-record.ts';
import type { FolderPool } from './folder-pool.ts';
import { scanTree, type TreeItem } from './scan-tree.ts';
import type { ExpectedContent, StagedChange, StagedMove, StagedRemove, StagedWrite } from './staged-change.ts';

export interface InspectOptions {
  readonly fs: FileSystem;
  readonly objects: ObjectStore;
  readonly tracker: ReadTracker;
  readonly taskId: string | undefined;
  /** Overwriting asks that the task has read the file. */
  readonly requireRead: boolean;
  /** Larger files are changed without keeping their old content. */
  readonly maxImageBytes: number;
  /** Refuses entries of a folder that may not be touched with it. */
  readonly checkTree: (change: StagedRemove | StagedMove, items: readonly TreeItem[]) => Promise<void>;
}

/** What a staged change means for the files as they are now: the old content is kept, expectations are checked. */
export class Inspector {
  readonly #options: InspectOptions;
  readonly contents = new Map<WriteOperation, Uint8Array>();
  readonly #pool: FolderPool;
  readonly #folders = new Set<string>();

  constructor(options: InspectOptions, pool: FolderPool) {
    this.#options = options;
    this.#pool = pool;
  }

  /** The folders that have to be made, outermost first. */
  get folders(): string[] {
    return [...this.#folders].sort((a, b) => a.length - b.length);
  }

  async inspect(change: StagedChange): Promise<Operation> {
    try {
      if (change.kind === 'write') return await this.#write(change);
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
    } else if (expect === 'absent') {
      refuse(
        workspaceErrors.ALREADY_EXISTS({ message: `${file.display} already exists.`, details: { path: file.display } }),
      );
    } else {
      checkReplaceable(stat, file.display);
    }
    const before =
      stat === undefined
        ? null
        : await this.#image(file.path, expect === 'absent' ? undefined : expect, file.display, {
            requireRead: this.#options.requireRead,
          });
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
    const stat = await this.#stat(file.path);
    if (stat === undefined)
      return refuse(
        workspaceErrors.FILE_NOT_FOUND({ message: `${file.display} does not exist.`, details: { path: file.display } }),
      );
    if (stat.kind === 'symlink') return { kind: 'remove', path: file.path, before: await this.#link(file.path) };
    if (stat.kind === 'file')
      return { kind: 'remove', path: file.path, before: await this.#image(file.path, expect, file.display) };
    const items = await scanTree(this.#options.fs, file.path);
    if (items.length > 0 && !change.recursive) {
      refuse(
        workspaceErrors.IS_DIRECTORY({
          message: `${file.display} is a folder with something in it.`,
          suggestion: 'Set recursive to remove it with its content.',
          details: { path: file.display },
        }),
      );
    }
    await this.#options.checkTree(change, items);
    return { kind: 'remove', path: file.path, before: await this.#tree(stat, items) };
  }

  async #move(change: StagedMove): Promise<Operation> {
    const { file, to } = change;
    const stat = await this.#stat(file.path);
    if (stat === undefined)
      return refuse(
        workspaceErrors.FILE_NOT_FOUND({ message: `${file.display} does not exist.`, details: { path: file.display } }),
      );
    if ((await this.#stat(to.path)) !== undefined)
      refuse(
        workspaceErrors.ALREADY_EXISTS({ message: `${to.display} already exists.`, details: { path: to.display } }),
      );
    await this.#noteFolders(dirname(to.path));
    let moved: MoveOperation['moved'] = { type: 'directory', ino: stat.ino };
    if (stat.kind === 'file') moved = await this.#image(file.path, undefined, file.display, { keep: false });
    else if (stat.kind === 'symlink') moved = await this.#link(file.path);
    else await this.#options.checkTree(change, await scanTree(this.#options.fs, file.path));
    return { kind: 'move', path: file.path, to: to.path, moved };
  }

  async #image(
    path: string,
    expect: ExpectedContent | undefined,
    display: string,
    { requireRead = false, keep = true } = {},
  ): Promise<FileBefore> {
    const { objects, maxImageBytes, tracker, taskId } = this.#options;
    const { file, stat } = await openRegular(await this.#pool.get(dirname(path)), basename(path));
    try {
      const bytes = stat.size <= maxImageBytes ? await readRange(file, 0, stat.size) : undefined;
      const hash = bytes === undefined ? null : hashOf(bytes);
      const version = versionOf(stat);
      if (expect !== undefined && expect.hash !== (hash ?? (await hashFile(file)))) stale(display);
      if (versionOf(await file.stat()) !== version) stale(display, 'it is being written');
      if (expect?.vouched !== true && taskId !== undefined) {
        const verdict = tracker.check(taskId, path, { version, hash });
        if (verdict === 'stale') stale(display);
        if (verdict === 'unread' && requireRead)
          refuse(
            workspaceErrors.READ_REQUIRED({
              message: `${display} must be read before it is changed.`,
              details: { path: display },
            }),
          );
      }
      if (keep && bytes !== undefined && hash !== null) await objects.put(bytes, hash);
      return { type: 'file', hash, size: stat.size, mode: stat.mode, version };
    } finally {
      await file.close().catch(() => undefined);
    }
  }

  async #link(path: string): Promise<LinkImage> {
    return { type: 'symlink', target: await this.#options.fs.readlink(path) };
  }

  /** A tree is kept whole or not at all. */
  async #tree(stat: FileStat, items: readonly TreeItem[]): Promise<TreeImage> {
    const size = items.reduce((sum, item) => sum + (item.stat.kind === 'file' ? item.stat.size : 0), 0);
    const isKept = size <= this.#options.maxImageBytes && items.every((item) => item.stat.kind !== 'other');
    if (!isKept) return { type: 'directory', mode: stat.mode, entries: null };
    const entries: TreeEntry[] = [];
    for (const item of items) entries.push({ path: item.relative, image: await this.#treeImage(item) });
    return { type: 'directory', mode: stat.mode, entries };
  }

  async #treeImage(item: TreeItem): Promise<TreeEntry['image']> {
    if (item.stat.kind === 'symlink') return { type: 'symlink', target: item.target ?? '' };
    if (item.stat.kind === 'directory') return { type: 'directory', mode: item.stat.mode };
    return this.#image(item.path, undefined, item.relative);
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
function withoutSetId(mode: number | null): number | null {
  return mode === null ? null : mode & 0o1777;
}

/** A file without any write bit is meant to stay as it is, whatever the folder allows. */
function checkReplaceable(stat: FileStat, display: string): void {
  if (stat.kind === 'directory')
    refuse(workspaceErrors.IS_DIRECTORY({ message: `${display} is a folder.`, details: { path: display } }));
  if (stat.kind !== 'file')
    refuse(workspaceErrors.NOT_A_FILE({ message: `${display} is not a regular file.`, details: { path: display } }));
  if ((stat.mode & 0o222) === 0)
    refuse(
      workspaceErrors.PERMISSION_DENIED({ message: `${display} is marked as read-only.`, details: { path: display } }),
    );
}

function stale(display: string, why = 'it changed on disk since it was read'): never {
  return refuse(
    workspaceErrors.STALE_FILE({ message: `${display} cannot be changed: ${why}.`, details: { path: display } }),
  );
}
