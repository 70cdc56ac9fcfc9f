import { closeSync, constants, lstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { fileKindOf, fileStatOf } from './file-stat-of.ts';
import type { FileKind, FileStat, FileSystem } from './file-system.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { isMissing, isNoLink } from './system-failure.ts';

/** As much of a file as `start` gives. */
export const START_BYTES = 4096;

/**
 * Looks at the machine's own disk without waiting, and at everything once: it is good for one moment, and not to be
 * kept. What is not there is undefined; other failures throw, with a system code.
 */
export class SyncDiskReader {
  readonly #kinds = new Map<string, FileKind | 'none'>();
  readonly #folders = new Map<string, string | undefined>();

  /** Where a path leads, links followed, and what stands there. */
  follow(path: string): FoundPath | undefined {
    const kind = this.kindOf(path);
    if (kind === undefined) return undefined;
    if (kind !== 'symlink') {
      const real = this.#realFile(path);
      return real === undefined ? undefined : { path: real, kind };
    }
    const real = realOf(path);
    const target = real === undefined ? undefined : this.kindOf(real);
    return real === undefined || target === undefined ? undefined : { path: real, kind: target };
  }

  /** Where a folder leads, links followed. */
  real(folder: string): string | undefined {
    const known = this.#folders.get(folder);
    if (known !== undefined || this.#folders.has(folder)) return known;
    const real = this.#below(folder) ?? realOf(folder);
    if (this.#folders.size >= MOST_KEPT) this.#folders.clear();
    this.#folders.set(folder, real);
    if (real === folder) this.#knowAbove(folder);
    return real;
  }

  /** What stands at a path, links not followed. */
  kindOf(path: string): FileKind | undefined {
    let kind = this.#kinds.get(path);
    if (kind === undefined) {
      kind = lookAt(path) ?? 'none';
      if (this.#kinds.size >= MOST_KEPT) this.#kinds.clear();
      this.#kinds.set(path, kind);
    }
    return kind === 'none' ? undefined : kind;
  }

  /** What a link says; undefined where there is none. */
  target(path: string): string | undefined {
    try {
      return readlinkSync(path);
    } catch (error) {
      return isNoLink(error) ? undefined : unlessMissing(error);
    }
  }

  /** How a file begins; undefined where there is none that can be read. */
  start(path: string): string | undefined {
    try {
      const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const buffer = Buffer.alloc(START_BYTES);
        return buffer.toString('utf8', 0, readSync(file, buffer, 0, START_BYTES, 0));
      } finally {
        closeSync(file);
      }
    } catch {
      return undefined;
    }
  }

  /** What is known of a path in full. */
  stat(path: string): FileStat | undefined {
    try {
      const stat = lstatSync(path, IN_FULL);
      return stat === undefined ? undefined : fileStatOf(stat);
    } catch (error) {
      return unlessMissing(error);
    }
  }

  /** What is no link itself is where its folder leads; elsewhere the system also knows how its name is really spelled. */
  #realFile(path: string): string | undefined {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const { folder, name } = split(path);
    if (!KEEPS_SPELLING || name === undefined) return realOf(path);
    const real = this.real(folder);
    return real === undefined ? undefined : joined(real, name);
  }

  /** A folder in one that is known, where it is no link. */
  #below(path: string): string | undefined {
    const { folder, name } = split(path);
    const real = name === undefined || !KEEPS_SPELLING ? undefined : this.#folders.get(folder);
    return real === undefined || name === undefined || this.kindOf(path) !== 'directory'
      ? undefined
      : joined(real, name);
  }

  /** Where a path leads to itself, so do the folders above it. */
  #knowAbove(path: string): void {
    let { folder } = split(path);
    while (folder !== '' && folder !== '/' && !this.#folders.has(folder)) {
      this.#folders.set(folder, folder);
      folder = split(folder).folder;
    }
  }
}

/** The last name of a path, where it is a plain one, and the folder that it is in. */
function split(path: string): { folder: string; name: string | undefined } {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const isPlain = slash >= 0 && name !== '' && name !== '.' && name !== '..';
  return { folder: slash === 0 ? '/' : path.slice(0, Math.max(slash, 0)), name: isPlain ? name : undefined };
}

function joined(folder: string, name: string): string {
  return folder === '/' ? folder + name : `${folder}/${name}`;
}

export interface FoundPath {
  readonly path: string;
  readonly kind: FileKind;
}

/** Whether a file system is the machine's own disk, so that a SyncDiskReader sees the same files. */
export function isOnDisk(fs: FileSystem): boolean {
  return (
    fs.lstat === nodeFileSystem.lstat && fs.realpath === nodeFileSystem.realpath && fs.open === nodeFileSystem.open
  );
}

function lookAt(path: string): FileKind | undefined {
  try {
    const stat = lstatSync(path, QUIET);
    return stat === undefined ? undefined : fileKindOf(stat);
  } catch (error) {
    return unlessMissing(error);
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    return unlessMissing(error);
  }
}

/** A file where a folder would have to be fails in spite of `throwIfNoEntry`. */
function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
  return undefined;
}

const QUIET = { throwIfNoEntry: false } as const;
const IN_FULL = { throwIfNoEntry: false, bigint: true } as const;
const KEEPS_SPELLING = process.platform === 'linux';
const MOST_KEPT = 10_000;
