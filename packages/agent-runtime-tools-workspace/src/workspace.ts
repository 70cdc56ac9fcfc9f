import type { ArtifactStore, Owner } from '@ku0/agent-runtime-tools-core';
import type { FileStat } from './fs/file-system.ts';
import type { ListChangesOptions } from './list-changes.ts';
import type { FileLock, LockOptions } from './locks/file-locks.ts';
import type { ResolvedPath, ResolveOptions } from './paths/resolved-path.ts';
import type { Listing, ListOptions } from './read/list-folder.ts';
import type { FileContent, FileSlice, ReadOwner, ReadOptions, TrackedReadOptions } from './read/read-content.ts';
import type { LinesRead, ReadLinesOptions } from './read/read-lines.ts';
import type { FileVersion } from './read/file-version.ts';
import type { PurgeOptions, PurgeReport } from './state/purge-state.ts';
import type { TextFile } from './text/text-file.ts';
import type { ReadTracker } from './tracking/read-tracker.ts';
import type { ChangeOrigin } from './transaction/change-origin.ts';
import type { OnProgress } from './transaction/inspect/image-keeper.ts';
import type { RecoveryReport } from './transaction/recover/recover.ts';
import type { MoveOptions, RemoveOptions, Transaction, WriteOptions } from './transaction/stage/staged-transaction.ts';
import type { ChangedFileDiff } from './undo/change-diff.ts';
import type { ChangeFilter } from './undo/change-owner.ts';
import type { UndoOptions, UndoResult } from './undo/undo-changes.ts';

/**
 * The file service under every family. Paths are relative to the first root, or absolute inside any root.
 * Every method that fails throws a ToolFailure with an error of `workspaceErrors`.
 */
export interface Workspace {
  /** The absolute path of the first root as the host gave it: where calls that name no folder start. */
  readonly folder: string;
  /** The roots with links resolved. The first call also settles what a crash left behind. */
  roots(): Promise<readonly string[]>;
  /** Where a path really leads, checked for one kind of access. */
  resolve(path: string, options: ResolveOptions): Promise<ResolvedPath>;
  /**
   * The same without waiting, for deciding about a call. Undefined before the first call, on a file system other than the
   * machine's own, and where an ignore file has to be read first: then use `resolve`.
   */
  resolveSync?(path: string, options: ResolveOptions): ResolvedPath | undefined;
  stat(path: string, options?: ReadOwner & { readonly cwd?: string }): Promise<PathStat>;
  list(
    path: string,
    options?: ListOptions & ReadOwner & { readonly cwd?: string },
  ): Promise<Listing & { readonly folder: ResolvedPath }>;
  read(path: string, options?: ReadOptions): Promise<FileContent>;
  readText(path: string, options?: ReadOptions): Promise<FileContent & TextFile>;
  /** At most `length` bytes from `offset`, of a file of any size. */
  readBytes(
    path: string,
    options: ReadOwner & { readonly offset?: number; readonly length: number; readonly cwd?: string },
  ): Promise<FileSlice>;
  /** Some lines of a file of any size, in bounded memory. */
  readLines(
    path: string,
    options?: ReadLinesOptions & TrackedReadOptions & { readonly cwd?: string },
  ): Promise<WorkspaceLines>;
  write(
    path: string,
    content: string | Uint8Array,
    options?: WriteOptions & TransactionOptions,
  ): Promise<CommittedChange>;
  remove(path: string, options?: RemoveOptions & TransactionOptions): Promise<CommittedChange>;
  move(from: string, to: string, options?: MoveOptions & TransactionOptions): Promise<CommittedChange>;
  /** All the changes that `body` makes, or none of them: also across a crash at any point. */
  transaction<T>(
    body: (transaction: Transaction) => Promise<T> | T,
    options?: TransactionOptions,
  ): Promise<{ readonly value: T; readonly change: CommittedChange }>;
  /** Takes back this runtime's own changes, only where the file is still as it left it. */
  undo(options?: UndoOptions): Promise<UndoResult>;
  /** The changes that were made, newest first: a task's, a principal's, or, where neither is named, everybody's. */
  changes(options?: ListChangesOptions): Promise<CommittedChange[]>;
  /**
   * What a change did, file by file. Undefined when there is no such change, or no longer, or when it is not one of those
   * that `filter` means. Of files that tools must not see, nothing is shown.
   */
  changeDiff(id: string, filter?: ChangeFilter): Promise<ChangedFileDiff[] | undefined>;
  /** What each task has read, shared by all workspaces of the process. Reads with a `taskId` are recorded by themselves. */
  readonly tracker: ReadTracker;
  /** Keeps others from changing a file, here and in other processes. Not for use around a transaction: give it `lock`. */
  lock(path: string, options?: LockOptions & { readonly cwd?: string }): Promise<FileLock>;
  /** For outputs that are too large for a result. */
  readonly artifacts: ArtifactStore;
  /** Whether `.gitignore` leaves a path out of lists and searches. */
  isIgnored(path: string, options?: { readonly cwd?: string }): Promise<boolean>;
  /** The walls as they are now, for many paths at once: whether an absolute real path is hidden from tools. */
  hiddenPathMatcher(): Promise<(path: string) => boolean>;
  /** Whether writing a path, relative to a root, needs an explicit approval. Looks at the names alone. */
  isProtected(path: string): boolean;
  /** Tells of every change once it is made. Returns the function that ends it. */
  onChange(listener: (change: CommittedChange) => void): () => void;
  /** What was done about interrupted transactions so far. */
  recovery(): Promise<RecoveryReport>;
  /** Cleans the whole state folder, with this workspace's own retention: see `purgeState`. */
  purge(options?: Omit<PurgeOptions, 'state' | 'fs'>): Promise<PurgeReport>;
  /** The task is over, and with it what it has read. Without an owner, it is a task of no principal. */
  endTask(taskId: string, owner?: Owner): Promise<void>;
  /** Waits for what is under way; later calls fail with WORKSPACE_CLOSED. */
  shutdown(): Promise<void>;
}

export interface PathStat extends Pick<FileStat, 'kind' | 'size' | 'mode'> {
  readonly file: ResolvedPath;
  readonly modifiedMs: number;
  readonly version: FileVersion;
}

export interface WorkspaceLines extends Omit<LinesRead, 'stat'> {
  readonly file: ResolvedPath;
  readonly size: number;
  readonly modifiedMs: number;
  readonly version: FileVersion;
}

export interface TransactionOptions extends ChangeOrigin {
  readonly signal?: AbortSignal;
  /** Told how far the work on a large folder has come, in files. */
  readonly onProgress?: OnProgress;
  /** Paths to lock before the body runs, so that what it reads cannot change until its changes are made. */
  readonly lock?: readonly string[];
  /** How long to wait for locks. Default 10 s. */
  readonly lockTimeoutMs?: number;
  /** Refuses files that changed since the task read them. Default true. */
  readonly checkStale?: boolean;
}

export interface ChangedFile {
  /** As ResolvedPath.display. */
  readonly path: string;
  readonly kind: 'created' | 'modified' | 'removed' | 'moved';
  /** Where it was before, when it was moved. */
  readonly from?: string;
  /** What was there could not be kept, being too large or no file: undo cannot bring it back. */
  readonly lost?: true;
}

export interface CommittedChange extends ChangeOrigin {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly files: readonly ChangedFile[];
  /** The changes this one takes back, when it is an undo. */
  readonly undoes?: readonly string[];
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    workspace?: Workspace;
  }
}
