import { chmodSync, closeSync, constants, openSync, readlinkSync, statSync } from 'node:fs';

/**
 * Does something in a folder that nobody can exchange for a link meanwhile: it is held open, and `held` is a path to
 * what is held. Undefined when it is not the folder that its path says, or when the work fails.
 */
export function inHeldFolder<T>(folder: string, work: (held: string) => T): T | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const held = `/proc/self/fd/${descriptor}`;
    return readlinkSync(held) === folder ? work(held) : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Holds a folder without any right to look into it. */
const O_PATH = 0o10_000_000;

/** Does something with all rights to a held folder of this user's, who has them only for as long. */
export function withRights<T>(held: string, work: () => T): T {
  const { mode } = statSync(held);
  chmodSync(held, mode | OWNER_RIGHTS);
  try {
    return work();
  } finally {
    chmodSync(held, mode);
  }
}

const OWNER_RIGHTS = 0o700;
