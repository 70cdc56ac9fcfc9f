import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { posix } from 'node:path';

/** A look at the disk. Both throw where the system does not let anybody look. */
export interface DiskReader {
  /** Where a folder leads, links followed; undefined: there is none. */
  real(folder: string): string | undefined;
  /** What stands at a path, links not followed; undefined: nothing. */
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
 * Where a path really leads, every symbolic link followed, `..` taken after the links as the system does. What does not
 * exist is kept as it is. Undefined: it cannot be found out.
 */
export function realPath(base: string, path: string, disk: DiskReader = nodeDisk): string | undefined {
  let current = path.startsWith('/') ? '/' : base;
  const pending = path.split('/').reverse();
  if (pending.length > MAX_SEGMENTS) return undefined;
  let links = 0;
  // Nothing is below what does not exist.
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

/** The real path of a folder that most likely exists. */
export function realFolder(folder: string, disk: DiskReader = nodeDisk): string | undefined {
  try {
    return disk.real(folder) ?? realPath('/', folder, disk);
  } catch {
    return realPath('/', folder, disk);
  }
}

export function listFolder(folder: string): Dirent[] | undefined {
  try {
    // Asking first is far cheaper than an error.
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
