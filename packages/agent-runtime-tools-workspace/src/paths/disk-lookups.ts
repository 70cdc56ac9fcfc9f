import { constants } from 'node:fs';
import type { FileKind, FileSystem } from '../fs/file-system.ts';
import { START_BYTES, SyncDiskReader, type FoundPath } from '../fs/sync-disk-reader.ts';
import { isMissing, isNoLink } from '../fs/system-failure.ts';
import type { HiddenPathRules, IsHidden } from '../ignore/hidden-path-rules.ts';
import { readRange } from '../read/open-file.ts';

/** The disk lookups that resolving a path needs. A missing entry is undefined; other failures are thrown. */
export interface DiskLookups {
  /** The path with all links followed. */
  realpath(path: string): MaybePromise<string | undefined>;
  /** The kind of the entry at a path, without following a link. */
  kindOf(path: string): MaybePromise<FileKind | undefined>;
  /** The real path, and the kind of the entry there. */
  follow(path: string): MaybePromise<FoundPath | undefined>;
  /** The target of a link; undefined for anything else. */
  linkTarget(path: string): MaybePromise<string | undefined>;
  /** The first bytes of a file as text; undefined if it cannot be read. */
  readStart(path: string): MaybePromise<string | undefined>;
  /** The rules of the ignore files that hide paths from tools. */
  hiddenPathMatcher(): MaybePromise<IsHidden>;
}

type MaybePromise<T> = T | Promise<T>;

export function asyncLookups(fs: FileSystem, hiddenPaths: HiddenPathRules): DiskLookups {
  return {
    realpath: (path) => unlessMissing(() => fs.realpath(path)),
    kindOf: (path) => unlessMissing(async () => (await fs.lstat(path)).kind),
    follow: (given) =>
      unlessMissing(async () => {
        const path = await fs.realpath(given);
        return { path, kind: (await fs.lstat(path)).kind };
      }),
    linkTarget: (path) => unlessMissing(() => fs.readlink(path)),
    readStart: (path) => readStart(fs, path).catch(() => undefined),
    hiddenPathMatcher: () => hiddenPaths.matcher(),
  };
}

async function readStart(fs: FileSystem, path: string): Promise<string> {
  const file = await fs.open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return (await readRange(file, 0, START_BYTES)).toString('utf8');
  } finally {
    await file.close().catch(() => undefined);
  }
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error) || isNoLink(error)) return undefined;
    throw error;
  }
}

/** For `runSync`. An ignore file that changed has to be read, so its rules never arrive here: the work is given up. */
export function syncLookups(hiddenPaths: HiddenPathRules): DiskLookups {
  const disk = new SyncDiskReader();
  return {
    realpath: (path) => disk.real(path),
    kindOf: (path) => disk.kindOf(path),
    follow: (path) => disk.follow(path),
    linkTarget: (path) => disk.linkTarget(path),
    readStart: (path) => disk.readStart(path),
    hiddenPathMatcher: () => hiddenPaths.matcherSync(disk) ?? new Promise(() => {}),
  };
}
