import { dirname, resolve as absolute } from 'node:path';
import { FairSemaphore, ToolFailure, type ArtifactStore, type Owner } from '@ku0/agent-runtime-tools-core';
import { FileArtifactStore } from './artifacts/file-artifact-store.ts';
import { capture } from './capture/capture.ts';
import { ChangeFeed, describeChange, unchanged } from './change-feed.ts';
import { workspaceErrors } from './errors.ts';
import type { FileSystem } from './fs/file-system.ts';
import type { FileLock, LockOptions } from './locks/file-locks.ts';
import { lockPaths } from './locks/lock-paths.ts';
import { withSlot } from './locks/slots.ts';
import { listChanges, type ListChangesOptions } from './list-changes.ts';
import { openWorkspace, type OpenWorkspace } from './open-workspace.ts';
import type { ProtectedPathMatcher } from './paths/protected-path-matcher.ts';
import type { ResolvedPath, ResolveOptions } from './paths/resolved-path.ts';
import type { RootOption } from './paths/roots.ts';
import type { Listing, ListOptions } from './read/list-folder.ts';
import { FileReader } from './read/file-reader.ts';
import type { FileContent, FileSlice, ReadOwner, ReadOptions, TrackedReadOptions } from './read/read-content.ts';
import type { ReadLinesOptions } from './read/read-lines.ts';
import { purgeState, type PurgeOptions, type PurgeReport } from './state/purge-state.ts';
import { parseTextFile, type TextFile } from './text/text-file.ts';
import { trackerOf, type ReadTracker } from './tracking/read-tracker.ts';
import { commitChanges, type CommitRequest } from './transaction/commit-changes.ts';
import { ownerIn } from './transaction/change-origin.ts';
import type { RecoveryReport } from './transaction/recover/recover.ts';
import {
  StagedTransaction,
  type MoveOptions,
  type RemoveOptions,
  type Transaction,
  type WriteOptions,
} from './transaction/stage/staged-transaction.ts';
import { TransactionPaths } from './transaction/stage/transaction-paths.ts';
import type { Retention } from './undo/retention.ts';
import { changeDiff, type ChangedFileDiff } from './undo/change-diff.ts';
import type { ChangeFilter } from './undo/change-owner.ts';
import { UndoView } from './undo/undo-view.ts';
import { undoChanges, type UndoOptions, type UndoResult } from './undo/undo-changes.ts';
import { withDisplayPath } from './with-display-path.ts';
import type { CommittedChange, PathStat, TransactionOptions, Workspace, WorkspaceLines } from './workspace.ts';

export interface ServiceOptions {
  readonly fs: FileSystem;
  readonly roots: readonly (string | RootOption)[];
  readonly state: string;
  readonly isProtected: ProtectedPathMatcher;
  readonly requireRead: boolean;
  readonly retention: Retention;
  readonly leaseMs: number;
}

/** The workspace on a file system. Opened by its first call. */
export class WorkspaceService implements Workspace {
  readonly folder: string;
  readonly tracker: ReadTracker;
  readonly artifacts: ArtifactStore;
  readonly #options: ServiceOptions;
  readonly #reader: FileReader;
  readonly #feed = new ChangeFeed();
  readonly #reads = new FairSemaphore({ limit: 16 });
  readonly #commits = new FairSemaphore({ limit: 4 });
  readonly #running = new Set<Promise<unknown>>();
  #opened: Promise<OpenWorkspace> | undefined;
  #ready: OpenWorkspace | undefined;
  #closed = false;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.tracker = trackerOf(options.fs);
    this.#reader = new FileReader({ fs: options.fs, open: () => this.#open(), tracker: this.tracker });
    const [first] = options.roots;
    this.folder = absolute(typeof first === 'object' ? first.path : (first ?? ''));
    const folder = async (): Promise<string> => (await this.#open()).state.artifacts;
    const { maxArtifactBytes: maxBytes, maxArtifacts: maxCount, maxAgeMs } = options.retention;
    this.artifacts = new FileArtifactStore({ fs: options.fs, folder, limits: { maxBytes, maxCount, maxAgeMs } });
  }

  async roots(): Promise<readonly string[]> {
    return (await this.#open()).roots.map(({ path }) => path);
  }

  async resolve(path: string, options: ResolveOptions): Promise<ResolvedPath> {
    return (await this.#open()).resolver.resolve(path, options);
  }

  resolveSync(path: string, options: ResolveOptions): ResolvedPath | undefined {
    return this.#closed ? undefined : this.#ready?.resolver.resolveSync(path, options);
  }

  stat(path: string, options: ReadOwner & { cwd?: string } = {}): Promise<PathStat> {
    return this.#reading(options, () => this.#reader.stat(path, options));
  }

  list(
    path: string,
    options: ListOptions & ReadOwner & { cwd?: string } = {},
  ): Promise<Listing & { folder: ResolvedPath }> {
    return this.#reading(options, () => this.#reader.list(path, options));
  }

  read(path: string, options: ReadOptions = {}): Promise<FileContent> {
    return this.#reading(options, () => this.#reader.content(path, options));
  }

  async readText(path: string, options?: ReadOptions): Promise<FileContent & TextFile> {
    const content = await this.read(path, options);
    return { ...content, ...parseTextFile(content.bytes, content.file.display) };
  }

  readBytes(
    path: string,
    { offset = 0, ...options }: ReadOwner & { offset?: number; length: number; cwd?: string },
  ): Promise<FileSlice> {
    return this.#reading(options, () => this.#reader.bytes(path, { offset, ...options }));
  }

  readLines(
    path: string,
    options: ReadLinesOptions & TrackedReadOptions & { cwd?: string } = {},
  ): Promise<WorkspaceLines> {
    return this.#reading(options, () => this.#reader.lines(path, options));
  }

  async write(
    path: string,
    content: string | Uint8Array,
    options: WriteOptions & TransactionOptions = {},
  ): Promise<CommittedChange> {
    return (await this.transaction((transaction) => transaction.write(path, content, options), options)).change;
  }

  async remove(path: string, options: RemoveOptions & TransactionOptions = {}): Promise<CommittedChange> {
    return (await this.transaction((transaction) => transaction.remove(path, options), options)).change;
  }

  async move(from: string, to: string, options: MoveOptions & TransactionOptions = {}): Promise<CommittedChange> {
    return (await this.transaction((transaction) => transaction.move(from, to, options), options)).change;
  }

  transaction<T>(
    body: (transaction: Transaction) => Promise<T> | T,
    options: TransactionOptions = {},
  ): Promise<{ value: T; change: CommittedChange }> {
    return this.#track(async () => {
      const open = await this.#openToChange();
      const paths = new TransactionPaths(open.resolver);
      const locked = await lockPaths(open.locks, paths, options);
      try {
        const staged = new StagedTransaction({
          resolve: (path, where) => paths.resolve(path, where),
          stat: (path, where) => this.#reading(options, () => this.#reader.stat(path, where, paths)),
          read: (path, where) => {
            const reader = { ...ownerIn(options), track: where.taskId !== undefined, ...where };
            return this.#reading(reader, () => this.#reader.content(path, reader, paths));
          },
          existsFolder: (path) => this.#reader.isFolder(dirname(path)),
        });
        const value = await body(staged);
        const change = await this.#commit(open, { ...options, changes: staged.changes, held: locked.paths });
        return { value, change };
      } finally {
        await locked.lock?.release();
      }
    });
  }

  readonly capture: Workspace['capture'] = (body, options) =>
    this.#track(async () => {
      const open = await this.#openToChange();
      return capture({ ...this.#options, open, feed: this.#feed }, body, options);
    });

  undo(options: UndoOptions = {}): Promise<UndoResult> {
    return this.#track(async () => {
      const open = await this.#openToChange();
      const origin = { tool: 'undo', ...ownerIn(options), ...options.by };
      const view = new UndoView(this.#options.fs);
      return undoChanges(
        {
          view,
          objects: open.objects,
          log: open.log,
          display: (path) => open.display(path),
          // A file that is only planned is not on disk yet, so its path is checked as one to write.
          resolve: (path, access) =>
            open.resolver.resolve(path, { access: view.isPlanned(path) ? 'write' : access, allowProtected: true }),
          commit: async (changes, more) => {
            const { signal, onProgress } = options;
            const how = { checkStale: false, ...(signal && { signal }), ...(onProgress && { onProgress }) };
            await this.#commit(open, { changes, ...origin, ...more, ...how });
          },
        },
        options,
      );
    });
  }

  async changes(options: ListChangesOptions = {}): Promise<CommittedChange[]> {
    return listChanges(await this.#open(), options);
  }

  async changeDiff(id: string, filter: ChangeFilter = {}): Promise<ChangedFileDiff[] | undefined> {
    return changeDiff({ fs: this.#options.fs, open: await this.#open() }, id, filter);
  }

  purge(options: Omit<PurgeOptions, 'state' | 'fs'> = {}): Promise<PurgeReport> {
    const { fs, state, retention } = this.#options;
    return this.#track(() => purgeState({ retention, ...options, fs, state }));
  }

  async endTask(taskId: string, owner: Owner = { principalId: '', taskId }): Promise<void> {
    this.tracker.forgetTask(owner);
  }

  async lock(path: string, { cwd, ...options }: LockOptions & { cwd?: string } = {}): Promise<FileLock> {
    const open = await this.#openToChange();
    const file = await open.resolver.resolve(path, { access: 'write', allowProtected: true, ...within(cwd) });
    return open.locks.acquire([file.path], options);
  }

  async isIgnored(path: string, { cwd }: { cwd?: string } = {}): Promise<boolean> {
    const open = await this.#open();
    const file = await open.resolver
      .resolve(path, { access: 'write', allowProtected: true, ...within(cwd) })
      .catch(() => open.resolver.resolve(path, { access: 'stat', ...within(cwd) }));
    return file.relative !== '.' && open.gitIgnore.ignores(file.root, file.relative, file.kind === 'directory');
  }

  async hiddenPathMatcher(): Promise<(path: string) => boolean> {
    return (await this.#open()).hiddenPaths.matcher();
  }

  isProtected(path: string): boolean {
    return this.#options.isProtected(path);
  }

  onChange(listener: (change: CommittedChange) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  async cacheFolder(): Promise<string> {
    return await (await this.#open()).cacheFolder();
  }

  async recovery(): Promise<RecoveryReport> {
    return structuredClone((await this.#open()).recovery);
  }

  async shutdown(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running);
  }

  async #commit(open: OpenWorkspace, request: CommitRequest): Promise<CommittedChange> {
    // An undo is recorded even if it restores nothing, so that the next one goes on to the change before.
    if (request.changes.length === 0 && request.undoes === undefined) return unchanged();
    const context = { ...this.#options, open, slots: this.#commits, tracker: this.tracker };
    const record = await commitChanges(context, request);
    const change = describeChange(record, (path) => open.display(path));
    if (change.files.length > 0) this.#feed.publish(change);
    return change;
  }

  #open(): Promise<OpenWorkspace> {
    if (this.#closed) return Promise.reject(new ToolFailure(workspaceErrors.WORKSPACE_CLOSED()));
    // After a failure the next call tries again.
    this.#opened ??= openWorkspace(this.#options).then(
      (open) => (this.#ready = open),
      (error: unknown) => {
        this.#opened = undefined;
        throw error;
      },
    );
    return this.#opened;
  }

  async #openToChange(): Promise<OpenWorkspace> {
    const open = await this.#open();
    await open.prepareState();
    return open;
  }

  #reading<T>(reader: ReadOwner & { readonly signal?: AbortSignal }, work: () => Promise<T>): Promise<T> {
    return this.#track(() => withSlot(this.#reads, reader, work));
  }

  async #track<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw error instanceof ToolFailure ? withDisplayPath(error, (path) => this.#ready?.display(path) ?? path) : error;
    } finally {
      this.#running.delete(running);
    }
  }
}

const within = (cwd: string | undefined): { cwd?: string } => (cwd === undefined ? {} : { cwd });
