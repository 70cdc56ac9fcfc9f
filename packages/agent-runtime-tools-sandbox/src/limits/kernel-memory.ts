import { readFileSync, statfsSync } from 'node:fs';

/** A folder inside a run that is memory. */
export interface MemoryFolder {
  readonly path: string;
  readonly bytes: number;
}

/** The sockets of a process's network, of whatever kind; 0 when it is gone. */
export function socketsOf(pid: number | 'self'): number {
  try {
    return Number(/^sockets: used (\d+)/.exec(readFileSync(`/proc/${pid}/net/sockstat`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * What may wait in so many sockets, which is no process's memory and which nothing else limits. Some are free, for who
 * starts programs has a few for each.
 */
export function socketMemory(sockets: number): number {
  return Math.max(0, sockets - FREE_SOCKETS) * SOCKET_BYTES;
}

const FREE_SOCKETS = 512;
/** The kernel's usual limit for what one side has sent and the other has not read, as it takes it. */
const SOCKET_BYTES = 240 * 1024;

/** Whether a folder has more files than its size allows for: an empty one takes memory, too, and no size counts it. */
export function hasTooManyFiles(root: number, { path, bytes }: MemoryFolder): boolean {
  try {
    const { blocks, bsize, files, ffree } = statfsSync(`/proc/${root}/root${path}`);
    // Before the run has its own root, this is the host's folder.
    return blocks * bsize === Math.ceil(bytes / bsize) * bsize && files - ffree > bytes / BYTES_PER_FILE;
  } catch {
    return false;
  }
}

const BYTES_PER_FILE = 1024;
