import { lstatSync, readdirSync, readlinkSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { posix } from 'node:path';

/**
 * Where a path really leads, every symbolic link followed, `..` taken after the links as the system does. What does not
 * exist is kept as it is. Undefined: it cannot be found out.
 */
export function realPath(base: string, path: string): string | undefined {
  let current = path.startsWith('/') ? '/' : base;
  const pending = path.split('/').reverse();
  if (pending.length > MOST_SEGMENTS) return undefined;
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
      const stat = missing === undefined ? lstatSync(next, { throwIfNoEntry: false }) : undefined;
      if (stat?.isSymbolicLink() !== true) {
        if (stat === undefined) missing ??= next;
        current = next;
        continue;
      }
      if (++links > MOST_LINKS) return undefined;
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
export function realFolder(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    return realPath('/', folder);
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

const MOST_LINKS = 40;
const MOST_SEGMENTS = 128;
const SLASH = 47;
