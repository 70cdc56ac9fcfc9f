/**
 * The file system under a workspace, one method per system call, so that a test can make each of them fail and a host can
 * use another store. Paths are absolute; failures carry a system code (`ENOENT`).
 */
export interface FileSystem {
  /**
   * True if `/proc/self/fd/N/name` is an entry of the open folder N. Then an access below a checked folder always reaches
   * that folder, even if its path is replaced meanwhile.
   */
  readonly descriptorPaths: boolean;
  /** `flags` are those of node:fs `constants`. */
  open(path: string, flags: number, mode?: number): Promise<OpenFile>;
  lstat(path: string): Promise<FileStat>;
  readlink(path: string): Promise<string>;
  realpath(path: string): Promise<string>;
  /** The entries of a folder, in no particular order. */
  readdir(path: string): Promise<FolderEntry[]>;
  mkdir(path: string, mode?: number): Promise<void>;
  rmdir(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Whether the user may create and remove entries of a folder. Without this method it is found out by trying. */
  canWrite?(folder: string): Promise<boolean>;
}

export interface OpenFile {
  readonly fd: number;
  stat(): Promise<FileStat>;
  /** Returns the number of bytes read; 0 at the end. */
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Writes all of `data` after what was written before. */
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
