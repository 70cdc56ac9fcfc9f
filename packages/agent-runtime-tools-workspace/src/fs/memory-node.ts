import type { FileKind, FileStat } from './file-system.ts';

/** An inode: a file, folder or link. Its names are in the folders that hold it. */
export interface MemoryNode {
  readonly kind: FileKind;
  readonly ino: number;
  /** Of a file. */
  data: Buffer;
  /** Of a folder. */
  readonly entries: Map<string, MemoryNode>;
  /** Of a link. */
  readonly target: string;
  mode: number;
  uid: number;
  gid: number;
  links: number;
  modifiedNs: bigint;
}

let inodes = 0;
let ticks = 0n;

export function memoryNode(
  kind: FileKind,
  { mode = 0o644, target = '', data = Buffer.alloc(0) }: { mode?: number; target?: string; data?: Buffer } = {},
): MemoryNode {
  return { kind, ino: ++inodes, data, entries: new Map(), target, mode, uid: 0, gid: 0, links: 1, modifiedNs: now() };
}

/** Different for every call, so that every write makes a new version. */
export function now(): bigint {
  return BigInt(Date.now()) * 1_000_000n + (++ticks % 1_000_000n);
}

export function statOf(node: MemoryNode): FileStat {
  const { kind, ino, mode, uid, gid, links, modifiedNs } = node;
  const size = kind === 'symlink' ? Buffer.byteLength(node.target) : node.data.byteLength;
  return { kind, dev: '0', ino: String(ino), size, mode, uid, gid, links, modifiedNs };
}

/** An error with a system code. */
export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
