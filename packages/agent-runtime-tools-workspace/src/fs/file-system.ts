/**
 * What the workspace needs of a file system, one method per system call, so that a test can make each of them
 * fail and a host can put another store underneath. Paths are absolute; failures carry a system code (`ENOENT`).
 */
export interface FileSystem {
  /**
   * True where `/proc/self/fd/N/name` names an entry of the open folder N: then every access below a checked
   * folder is bound to that very folder, whatever happens to its path.
   */
  readonly descriptorPaths: boolean;
  /** `flags` are those of node:fs `constants`. */
  open(path: string, flags: number, mode?: number): Promise<OpenFile>;
  lstat(path: string): Promise<FileStat>;
  readlink(path: string): Promise<string>;
  realpath(path: string): Promise<string>;
  /** The names in a folder, in no order. */
  readdir(path: string): Promise<FolderEntry[]>;
  mkdir(path: string, mode?: number): Promise<void>;
  rmdir(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Whether entries of a folder may be made and removed. Without it, that is found out by trying. */
  canWrite?(folder: string): Promise<boolean>;
}

export interface OpenFile {
  readonly fd: number;
  stat(): Promise<FileStat>;
  /** How many bytes were read; 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Writes everything, at the end of what was written before. */
  write(data: Uint8Array): Promise<void>;
  chmod(mode: number): Promise<void>;
  chown(uid: number, gid: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export type FileKind = 'file' | 'directory' | 'symlink' | 'other';

export interface FileStat {
  readonly kind: FileKind;
  readonly dev: string;
  readonly ino: string;
  readonly size: number;
  /** Permission bits only. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly links: number;
  /** Nanoseconds since the epoch. */
  readonly modifiedNs: bigint;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: FileKind;
}
