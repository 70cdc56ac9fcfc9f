import { basename, dirname, join } from 'node:path';
import type { Owner } from '@ku0/agent-runtime-tools-core';
import { refuse, refuseStale, workspaceErrors } from '../../errors.ts';
import type { FileStat, FileSystem } from '../../fs/file-system.ts';
import { Folder } from '../../fs/folder.ts';
import { inParallel } from '../../fs/in-parallel.ts';
import { hashFile, hashOf, versionOf } from '../../read/file-version.ts';
import { openRegular, readRange } from '../../read/open-file.ts';
import type { ReadTracker } from '../../tracking/read-tracker.ts';
import type { ObjectStore } from '../../undo/object-store.ts';
import type { FileBefore, TreeEntry, TreeImage } from '../journal/change-record.ts';
import type { TreeItem } from './scan-tree.ts';
import type { ExpectedContent } from '../stage/staged-change.ts';

export interface ImageOptions {
  readonly fs: FileSystem;
  readonly objects: ObjectStore;
  readonly tracker: ReadTracker;
  /** The task whose reads are checked; undefined to check none. */
  readonly reader: Owner | undefined;
  /** The old content of larger files is not kept. */
  readonly maxImageBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Called with the number of files of a folder that have been kept. */
  readonly onProgress?: OnProgress | undefined;
}

/** Called during long work with the number of files that are done and the number of all. */
export type OnProgress = (done: number, total: number) => void;

interface ImageRequest {
  readonly path: string;
  readonly display: string;
  readonly expect?: ExpectedContent | undefined;
  /** The task must have read the file. */
  readonly requireRead?: boolean;
  /** Whether the content is needed for undo. */
  readonly keep?: boolean;
}

/** Keeps the old content of files that are about to change. Refuses a file that is not as the task read it. */
export class ImageKeeper {
  readonly #options: ImageOptions;

  constructor(options: ImageOptions) {
    this.#options = options;
  }

  async file(
    folder: Folder,
    { path, display, expect, requireRead = false, keep = true }: ImageRequest,
  ): Promise<FileBefore> {
    const { objects, maxImageBytes, tracker, reader } = this.#options;
    const { file, stat } = await openRegular(folder, basename(path));
    try {
      const bytes = stat.size <= maxImageBytes ? await readRange(file, 0, stat.size) : undefined;
      const hash = bytes === undefined ? null : hashOf(bytes);
      const version = versionOf(stat);
      if (expect !== undefined && expect.hash !== (hash ?? (await hashFile(file)))) refuseStale(display);
      if (versionOf(await file.stat()) !== version) refuseStale(display, 'it is being written');
      if (expect?.skipReadCheck !== true && reader !== undefined) {
        const verdict = tracker.check(reader, path, { version, hash });
        if (verdict === 'stale') refuseStale(display, tracker.seen(reader, path) === undefined ? FORGOTTEN : undefined);
        if (verdict === 'unread' && requireRead) refuse(unread(display));
      }
      if (keep && bytes !== undefined && hash !== null) await objects.put(bytes, hash);
      return { type: 'file', hash, size: stat.size, mode: stat.mode, version };
    } finally {
      await file.close().catch(() => undefined);
    }
  }

  /** Keeps all files of a folder, or none if they are too large together or one is a device, a pipe or a socket. */
  async tree(top: string, { mode }: FileStat, items: readonly TreeItem[]): Promise<TreeImage> {
    const size = items.reduce((sum, item) => sum + (item.stat.kind === 'file' ? item.stat.size : 0), 0);
    const isKept = size <= this.#options.maxImageBytes && items.every((item) => item.stat.kind !== 'other');
    if (!isKept) return { type: 'directory', mode, entries: null };
    const images = new Map<string, TreeEntry['image']>();
    let done = 0;
    const total = items.filter((item) => item.stat.kind === 'file').length;
    const files = new Map<string, TreeItem[]>();
    for (const item of items) {
      if (item.stat.kind === 'symlink') images.set(item.relative, { type: 'symlink', target: item.target ?? '' });
      else if (item.stat.kind === 'directory') images.set(item.relative, { type: 'directory', mode: item.stat.mode });
      else groupOf(files, dirname(item.relative)).push(item);
    }
    for (const [below, group] of files) {
      const folder = await Folder.open(this.#options.fs, join(top, below));
      try {
        const keep = async ({ path, relative: display }: TreeItem): Promise<void> => {
          images.set(display, await this.file(folder, { path, display }));
          this.#options.onProgress?.(++done, total);
        };
        await inParallel(group, keep, this.#options);
      } finally {
        await folder.close().catch(() => undefined);
      }
    }
    const entries = items.flatMap(({ relative: path }) => {
      const image = images.get(path);
      return image === undefined ? [] : [{ path, image }];
    });
    return { type: 'directory', mode, entries };
  }
}

const FORGOTTEN = 'it is no longer known which version of it was read, so it has to be read again';

function groupOf<T>(groups: Map<string, T[]>, key: string): T[] {
  const known = groups.get(key);
  if (known !== undefined) return known;
  const group: T[] = [];
  groups.set(key, group);
  return group;
}

function unread(path: string): ReturnType<typeof workspaceErrors.READ_REQUIRED> {
  return workspaceErrors.READ_REQUIRED({ message: `${path} must be read before it is changed.`, details: { path } });
}
