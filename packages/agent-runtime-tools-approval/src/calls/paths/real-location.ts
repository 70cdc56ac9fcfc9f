import type { SyncDiskReader } from '@ku0/agent-runtime-tools-workspace';

export interface RealLocation {
  /** The path with links resolved. */
  readonly real: string;
  readonly exists: boolean;
}

/**
 * Resolves an absolute, normalized path that may not exist yet: the real path of the deepest folder that exists, with the missing names appended.
 * Throws if the path leads through a dead link or a file.
 */
export function realLocation(
  disk: SyncDiskReader,
  path: string,
  { followLast }: { readonly followLast: boolean },
): RealLocation {
  const slash = path.lastIndexOf('/');
  const parent = path.slice(0, slash) || '/';
  const name = path.slice(slash + 1);
  if (!followLast && name !== '') {
    const real = joined(realLocation(disk, parent, FOLLOW).real, name);
    return { real, exists: entryExists(disk, real) };
  }
  // Resolving a missing path throws inside Node, which takes longer than this lookup.
  const isMissing = disk.kindOf(path) === undefined;
  const found = isMissing ? undefined : disk.follow(path);
  if (found !== undefined) return { real: found.path, exists: true };
  if (name === '') throw new Error('there is no such disk');
  // Writing through a dead link would create its target.
  if (!isMissing) throw new Error('it is a link to something that does not exist');
  const folder = realLocation(disk, parent, FOLLOW);
  if (folder.exists && disk.kindOf(folder.real) !== 'directory') throw new Error('a part of it is not a folder');
  return { real: joined(folder.real, name), exists: false };
}

/** Whether there is an entry at a path, a dead link included. */
export function entryExists(disk: SyncDiskReader, path: string): boolean {
  try {
    return disk.kindOf(path) !== undefined;
  } catch {
    return false;
  }
}

function joined(folder: string, name: string): string {
  return folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

const FOLLOW = { followLast: true };
