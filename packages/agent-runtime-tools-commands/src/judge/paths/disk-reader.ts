import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { posix } from 'node:path';

/** Reads the disk. Both methods may throw, for example when permission is missing. */
export interface DiskReader {
  /** The real path of a folder; undefined when it does not exist. */
  real(folder: string): string | undefined;
  /** The kind of file at a path, such as 'symlink', without following links; undefined when there is none. */
  kindOf(path: string): string | undefined;
}

export const nodeDisk: DiskReader = {
  real: (folder) => realpathSync.native(folder),
  kindOf(path) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat === undefined ? undefined : stat.isSymbolicLink() ? LINK : 'other';
  },
};

/**
 * Resolves a path as the system does: every symbolic link is followed, and `..` applies to the target of a link. Names
 * that do not exist are kept as they are. Returns undefined when the path cannot be resolved.
 *
 *     link -> /etc        link/../x  ->  /x
 */
export function realPath(base: string, path: string, disk: DiskReader = nodeDisk): string | undefined {
  let current = path.startsWith('/') ? '/' : base;
  const pending = path.split('/').reverse();
  if (pending.length > MAX_SEGMENTS) return undefined;
  let links = 0;
  // Below a name that does not exist there is nothing to look up.
  let missing: string | undefined;
  try {
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (name === '' || name === '.') continue;
      if (name === '..') {
        current = posix.dirname(current);
        if (missing !== undefined && current.length < missing.length) missing = undefined;
        continue;
      }
      const next = current === '/' ? `/${name}` : `${current}/${name}`;
      const kind = missing === undefined ? disk.kindOf(next) : undefined;
      if (kind !== LINK) {
        if (kind === undefined) missing ??= next;
        current = next;
        continue;
      }
      if (++links > MAX_LINKS) return undefined;
      const target = readlinkSync(next);
      if (target.startsWith('/')) current = '/';
      for (const part of target.split('/').reverse()) pending.push(part);
    }
    return current;
  } catch {
    return undefined;
  }
}

/** Resolves a folder that most likely exists. */
export function realFolder(folder: string, disk: DiskReader = nodeDisk): string | undefined {
  try {
    return disk.real(folder) ?? realPath('/', folder, disk);
  } catch {
    return realPath('/', folder, disk);
  }
}

export function listFolder(folder: string): Dirent[] | undefined {
  try {
    // Checking first is far cheaper than catching an error.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

export function isInside(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  return path.length === folder.length || folder.endsWith('/') || path.charCodeAt(folder.length) === SLASH;
}

const LINK = 'symlink';
const MAX_LINKS = 40;
const MAX_SEGMENTS = 128;
const SLASH = 47;
