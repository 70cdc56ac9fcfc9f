import { chmodSync, closeSync, constants, openSync, readlinkSync, statSync } from 'node:fs';

/**
 * Calls `work` with a path through an open descriptor of the folder, so a program cannot replace the folder by a link in
 * between. Undefined if the folder is not at its path any more, or if `work` throws.
 */
export function inPinnedFolder<T>(folder: string, work: (path: string) => T): T | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const pinned = `/proc/self/fd/${descriptor}`;
    return readlinkSync(pinned) === folder ? work(pinned) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Opens a folder without read permission. */
const O_PATH = 0o10_000_000;

/** Calls `work` while the owner has full access to the folder, and restores its mode afterwards. */
export function withOwnerAccess<T>(folder: string, work: () => T): T {
  const { mode } = statSync(folder);
  chmodSync(folder, mode | OWNER_ACCESS);
  try {
    return work();
  } finally {
    chmodSync(folder, mode);
  }
}

const OWNER_ACCESS = 0o700;
