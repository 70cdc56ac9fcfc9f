import { readFileSync, statfsSync } from 'node:fs';

/** A folder inside the sandbox that is held in memory (tmpfs). */
export interface MemoryFolder {
  readonly path: string;
  readonly bytes: number;
}

/** The number of sockets in the network namespace of a process; 0 if the process is gone. */
export function socketsOf(pid: number | 'self'): number {
  try {
    return Number(/^sockets: used (\d+)/.exec(readFileSync(`/proc/${pid}/net/sockstat`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * The memory that the buffers of so many sockets may take. No other limit counts it. The first 512 sockets are free,
 * because starting programs takes a few for each.
 */
export function socketMemory(sockets: number): number {
  return Math.max(0, sockets - FREE_SOCKETS) * SOCKET_BYTES;
}

const FREE_SOCKETS = 512;
/** The kernel's default limit for unread data of one socket, including its overhead. */
const SOCKET_BYTES = 240 * 1024;

/** Whether a folder has too many files for its size. Empty files take memory as well, which the size does not limit. */
export function hasTooManyFiles(root: number, { path, bytes }: MemoryFolder): boolean {
  try {
    const { blocks, bsize, files, ffree } = statfsSync(`/proc/${root}/root${path}`);
    // Compare the size first: before the run has its own root, this is the folder of the host.
    return blocks * bsize === Math.ceil(bytes / bsize) * bsize && files - ffree > bytes / BYTES_PER_FILE;
  } catch {
    return false;
  }
}

const BYTES_PER_FILE = 1024;
