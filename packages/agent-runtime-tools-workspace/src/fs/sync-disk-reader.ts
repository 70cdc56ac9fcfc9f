import { closeSync, constants, lstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { fileKindOf, fileStatOf } from './file-stat-of.ts';
import type { FileKind, FileStat, FileSystem } from './file-system.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { isMissing, isNoLink } from './system-failure.ts';

export interface FoundPath {
  readonly path: string;
  readonly kind: FileKind;
}

/** How many bytes `readStart` reads. */
export const START_BYTES = 4096;

/**
 * Reads the machine's own disk synchronously, each path at most once: make a new reader for every decision. A missing
 * entry is undefined; other failures throw with a system code.
 */
export class SyncDiskReader {
  readonly #kinds = new Map<string, FileKind | undefined>();
  readonly #realPaths = new Map<string, string | undefined>();

  /** The path with all links followed, and the kind of the entry there. */
  follow(path: string): FoundPath | undefined {
    const real = this.real(path);
    const kind = real === undefined ? undefined : this.kindOf(real);
    return real === undefined || kind === undefined ? undefined : { path: real, kind };
  }

  /** The path with all links followed. */
  real(path: string): string | undefined {
    return readOnce(this.#realPaths, path, () => realpathSync.native(path));
  }

  /** The kind of the entry at a path, without following a link. */
  kindOf(path: string): FileKind | undefined {
    return readOnce(this.#kinds, path, () => {
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat === undefined ? undefined : fileKindOf(stat);
    });
  }

  /** The target of a link; undefined for anything else. */
  linkTarget(path: string): string | undefined {
    try {
      return readlinkSync(path);
    } catch (error) {
      if (isNoLink(error) || isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The first bytes of a file as text; undefined if it cannot be read. */
  readStart(path: string): string | undefined {
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

  stat(path: string): FileStat | undefined {
    try {
      const stat = lstatSync(path, { throwIfNoEntry: false, bigint: true });
      return stat === undefined ? undefined : fileStatOf(stat);
    } catch (error) {
      // `throwIfNoEntry` does not cover a path that goes through a file.
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

/** Whether a file system is the machine's own disk, so that a SyncDiskReader sees the same files. */
export function isOnDisk(fs: FileSystem): boolean {
  return (
    fs.lstat === nodeFileSystem.lstat && fs.realpath === nodeFileSystem.realpath && fs.open === nodeFileSystem.open
  );
}

function readOnce<T>(known: Map<string, T | undefined>, path: string, read: () => T | undefined): T | undefined {
  if (known.has(path)) return known.get(path);
  let value: T | undefined;
  try {
    value = read();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  known.set(path, value);
  return value;
}
