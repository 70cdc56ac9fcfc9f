import type { BigIntStats, Dirent, Stats } from 'node:fs';
import type { FileKind, FileStat } from './file-system.ts';

/** Converts the stat of Node. */
export function fileStatOf(stat: BigIntStats): FileStat {
  return {
    kind: fileKindOf(stat),
    dev: String(stat.dev),
    ino: String(stat.ino),
    size: Number(stat.size),
    mode: Number(stat.mode & 0o7777n),
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    links: Number(stat.nlink),
    modifiedNs: stat.mtimeNs,
  };
}

export function fileKindOf(entry: BigIntStats | Stats | Dirent): FileKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'symlink' : 'other';
}
