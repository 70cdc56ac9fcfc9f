import { basename, dirname, join } from 'node:path';
import type { Owner } from '@ku0/agent-runtime-tools-core';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { Folder } from '../fs/folder.ts';
import { inParallel } from '../fs/in-parallel.ts';
import { hashFile, hashOf, versionOf } from '../read/file-version.ts';
import { openRegular, readRange } from '../read/open-file.ts';
import type { ReadTracker } from '../tracking/read-tracker.ts';
import type { ObjectStore } from '../undo/object-store.ts';
import type { FileBefore, TreeEntry, TreeImage } from './change-record.ts';
import type { TreeItem } from './scan-tree.ts';
import { stale } from './stale.ts';
import type { ExpectedContent } from './staged-change.ts';

export interface ImageOptions {
  readonly fs: FileSystem;
  readonly objects: ObjectStore;
  readonly tracker: ReadTracker;
  /** The task whose reads count; undefined where none do. */
  readonly reader: Owner | undefined;
  /** Larger files are changed without keeping their old content. */
  readonly maxImageBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Told how many files of a folder have been kept. */
  readonly onProgress?: OnProgress | undefined;
}

/** Told of long work: how many files are done, and how many there are. */
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

/** Looks at files that are about to change: keeps their content, and refuses what is not as the task knows it. */
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
      if (expect !== undefined && expect.hash !== (hash ?? (await hashFile(file)))) stale(display);
      if (versionOf(await file.stat()) !== version) stale(display, 'it is being written');
      if (expect?.vouched !== true && reader !== undefined) {
        const verdict = tracker.check(reader, path, { version, hash });
        if (verdict === 'stale') stale(display, tracker.seen(reader, path) === undefined ? FORGOTTEN : undefined);
        if (verdict === 'unread' && requireRead) refuse(unread(display));
      }
      if (keep && bytes !== undefined && hash !== null) await objects.put(bytes, hash);
      return { type: 'file', hash, size: stat.size, mode: stat.mode, version };
    } finally {
      await file.close().catch(() => undefined);
    }
  }

  /** A tree is kept whole or not at all. */
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
