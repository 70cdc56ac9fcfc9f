import { constants } from 'node:fs';
import { SyncDiskReader, START_BYTES, type FoundPath } from '../fs/sync-disk-reader.ts';
import type { FileKind, FileSystem } from '../fs/file-system.ts';
import { isMissing, isNoLink } from '../fs/system-failure.ts';
import type { IsHidden, Wall } from '../ignore/wall.ts';
import { readRange } from '../read/open-file.ts';

/** What resolving a path asks the disk, now or later. What is not there is undefined; other failures are thrown. */
export interface LookUps {
  /** Where a path leads, links followed. */
  real(path: string): Soon<string | undefined>;
  /** What stands at a path, links not followed. */
  kindOf(path: string): Soon<FileKind | undefined>;
  /** Both: where it leads, and what stands there. */
  follow(path: string): Soon<FoundPath | undefined>;
  /** What a link says; undefined where there is none. */
  target(path: string): Soon<string | undefined>;
  /** How a small file begins; undefined where there is none that can be read. */
  start(path: string): Soon<string | undefined>;
  hidden(): Soon<IsHidden>;
}

type Soon<T> = T | Promise<T>;

/** Any file system can be asked, and everything is looked at anew. */
export function lookUpsLater(fs: FileSystem, wall: Wall): LookUps {
  return {
    real: (path) => unlessMissing(() => fs.realpath(path)),
    kindOf: (path) => unlessMissing(async () => (await fs.lstat(path)).kind),
    follow: (asked) =>
      unlessMissing(async () => {
        const path = await fs.realpath(asked);
        return { path, kind: (await fs.lstat(path)).kind };
      }),
    target: (path) => unlessMissing(() => fs.readlink(path)),
    start: (path) => startOfFile(fs, path).catch(() => undefined),
    hidden: () => wall.rules(),
  };
}

async function startOfFile(fs: FileSystem, path: string): Promise<string> {
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

/** The machine's own disk answers at once. The walls are looked at once; whoever cannot wait does not get them read. */
export function lookUpsNow(wall: Wall): LookUpsNow {
  const disk = new SyncDiskReader();
  let hidden: IsHidden | undefined;
  const hiddenNow = (): IsHidden | undefined => (hidden ??= wall.rulesNow(disk));
  return {
    disk,
    hiddenNow,
    real: (path) => disk.real(path),
    kindOf: (path) => disk.kindOf(path),
    follow: (path) => disk.follow(path),
    target: (path) => disk.target(path),
    start: (path) => disk.start(path),
    hidden: () => hiddenNow() ?? new Promise(() => {}),
  };
}

export interface LookUpsNow extends LookUps {
  readonly disk: SyncDiskReader;
  /** Undefined where a wall has to be read first. */
  hiddenNow(): IsHidden | undefined;
}
