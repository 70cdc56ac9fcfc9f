import type { ArtifactStore, Owner } from '@ku0/agent-runtime-tools-core';
import type { CapturedValue } from './capture/capture.ts';
import type { CaptureOptions } from './capture/capture-changes.ts';
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
 * The file service that all tool families use. Paths are relative to the first root, or absolute inside any root.
 * Every method that fails throws a ToolFailure with an error of `workspaceErrors`.
 */
export interface Workspace {
  /** The absolute path of the first root, as the host gave it: the default working folder of calls. */
  readonly folder: string;
  /** The roots with links resolved. The first call of any method also recovers interrupted transactions. */
  roots(): Promise<readonly string[]>;
  /** Follows links and checks the path for one kind of access. */
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
  /** At most `length` bytes from `offset`, from a file of any size. */
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
  /** Makes all the changes of `body`, or none of them, even if the process crashes at any point. */
  transaction<T>(
    body: (transaction: Transaction) => Promise<T> | T,
    options?: TransactionOptions,
  ): Promise<{ readonly value: T; readonly change: CommittedChange }>;
  /**
   * Runs a body that lets programs change files, and records what has changed below `paths` as one step of undo. What
   * `.gitignore` excludes and what is hidden from tools is left out. Also recorded if the body throws.
   */
  capture<T>(body: () => Promise<T>, options: CaptureOptions): Promise<CapturedValue<T>>;
  /** Undoes changes of this runtime, only for files that are still as the change left them. */
  undo(options?: UndoOptions): Promise<UndoResult>;
  /** The changes, newest first: of a task, of a principal, or, without a filter, of everybody. */
  changes(options?: ListChangesOptions): Promise<CommittedChange[]>;
  /**
   * The diffs of a change, file by file. Undefined if the change does not exist any more or does not match the filter.
   * Files that are hidden from tools are left out.
   */
  changeDiff(id: string, filter?: ChangeFilter): Promise<ChangedFileDiff[] | undefined>;
  /** What each task has read, shared by all workspaces of the process. Reads with a `taskId` are recorded automatically. */
  readonly tracker: ReadTracker;
  /** Locks a file against other calls and processes. For a transaction use its `lock` option instead. */
  lock(path: string, options?: LockOptions & { readonly cwd?: string }): Promise<FileLock>;
  /** Keeps outputs that are too large for a result. */
  readonly artifacts: ArtifactStore;
  /** Whether `.gitignore` rules exclude a path from lists and searches. */
  isIgnored(path: string, options?: { readonly cwd?: string }): Promise<boolean>;
  /** A function that tells whether an absolute real path is hidden from tools, by the ignore files as they are now. */
  hiddenPathMatcher(): Promise<(path: string) => boolean>;
  /** Whether writing a path, relative to a root, needs an explicit approval. Decides by names alone. */
  isProtected(path: string): boolean;
  /** Calls the listener after every change. Returns the function that ends the subscription. */
  onChange(listener: (change: CommittedChange) => void): () => void;
  /** What recovery has done about interrupted transactions so far. */
  recovery(): Promise<RecoveryReport>;
  /**
   * A folder for what other packages keep about the workspace between runs and can build again, in the state folder.
   * Created if it is missing, readable by its owner only.
   */
  cacheFolder(): Promise<string>;
  /** Cleans the whole state folder, with this workspace's own retention: see `purgeState`. */
  purge(options?: Omit<PurgeOptions, 'state' | 'fs'>): Promise<PurgeReport>;
  /** Forgets what a task has read. Without an owner it is a task of no principal. */
  endTask(taskId: string, owner?: Owner): Promise<void>;
  /** Waits for running calls; later calls fail with WORKSPACE_CLOSED. */
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
  /** Called with the progress of work on a large folder, in files. */
  readonly onProgress?: OnProgress;
  /** Paths to lock before the body runs, so that what it reads cannot change until its changes are made. */
  readonly lock?: readonly string[];
  /** How long to wait for locks. Default 10 s. */
  readonly lockTimeoutMs?: number;
  /** Refuse files that have changed since the task read them. Default true. */
  readonly checkStale?: boolean;
}

export interface ChangedFile {
  /** As ResolvedPath.display. */
  readonly path: string;
  readonly kind: 'created' | 'modified' | 'removed' | 'moved';
  /** The old path, if it was moved. */
  readonly from?: string;
  /** The old content could not be kept, because it was too large or not a file: undo cannot restore it. */
  readonly lost?: true;
}

export interface CommittedChange extends ChangeOrigin {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly files: readonly ChangedFile[];
  /** The ids of the changes that this one undoes, if it is an undo. */
  readonly undoes?: readonly string[];
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    workspace?: Workspace;
  }
}
