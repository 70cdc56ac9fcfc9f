import { ownerKey, type Owner } from '@ku0/agent-runtime-tools-core';
import type { FileSystem } from '../fs/file-system.ts';
import type { FileVersion } from '../read/file-version.ts';
import { addLines, NO_LINES, pairsOf, type SeenLines } from './seen-lines.ts';

/** What a task has read of a file. */
export interface SeenFile {
  readonly version: FileVersion;
  /** Known if the whole content was read. */
  readonly hash: string | null;
  /** Sorted, separate ranges of lines from 0, the end excluded; [0, Infinity] is all lines. */
  readonly lines: readonly (readonly [start: number, end: number])[];
}

export interface ReadReport {
  readonly version: FileVersion;
  readonly hash?: string | null;
  /** Default: the whole file. */
  readonly lines?: readonly [start: number, end: number];
}

export interface TrackerLimits {
  /** Files of all tasks together. Default 65,536. */
  readonly maxFiles?: number;
  /** Files of one task. Default 8,192. */
  readonly maxTaskFiles?: number;
  /** Tasks that are remembered only as evicted. Default 65,536. */
  readonly maxEvictedTasks?: number;
}

/**
 * Tracks which lines of which version of a file each task has read. Bounded: the principal with the most files loses its
 * least recently used ones. A task that has lost a file must read files again before it overwrites them, because it is no
 * longer known whether it read another version.
 */
export class ReadTracker {
  readonly #principals = new Map<string, PrincipalReads>();
  readonly #evictedTasks = new Set<string>();
  readonly #limits: Required<TrackerLimits>;
  #files = 0;
  /** More tasks were evicted than can be remembered: every unknown task counts as evicted. */
  #evictedUnknownTasks = false;

  constructor({ maxFiles = 65_536, maxTaskFiles = 8192, maxEvictedTasks = 65_536 }: TrackerLimits = {}) {
    this.#limits = { maxFiles, maxTaskFiles, maxEvictedTasks };
  }

  recordRead(owner: Owner, path: string, { version, hash = null, lines = [0, Infinity] }: ReadReport): void {
    const task = this.#taskOf(owner);
    const known = task.files.get(path);
    const isSame = known !== undefined && (known.version === version || (hash !== null && known.hash === hash));
    if (known === undefined) this.#count(owner, 1);
    else task.files.delete(path);
    task.files.set(path, {
      version,
      hash: hash ?? (isSame ? known.hash : null),
      lines: addLines(isSame ? known.lines : NO_LINES, lines[0], lines[1]),
    });
    if (task.files.size > this.#limits.maxTaskFiles) this.#evictOldest(owner, task, 1);
    if (this.#files > this.#limits.maxFiles) this.#evict();
  }

  seen(owner: Owner, path: string): SeenFile | undefined {
    const file = this.#find(owner)?.files.get(path);
    return file && { version: file.version, hash: file.hash, lines: pairsOf(file.lines) };
  }

  /**
   * Compares what the task has read with the file as it is now. A file whose time changed but not its content is fresh. A
   * file that was evicted is stale.
   */
  check(owner: Owner, path: string, now: { version: FileVersion; hash: string | null }): 'fresh' | 'stale' | 'unread' {
    const task = this.#find(owner);
    const seen = task?.files.get(path);
    if (seen === undefined) return (task?.hasEvicted ?? this.#isEvicted(owner)) ? 'stale' : 'unread';
    return seen.version === now.version || (seen.hash !== null && seen.hash === now.hash) ? 'fresh' : 'stale';
  }

  forgetFile(owner: Owner, path: string): void {
    const task = this.#find(owner);
    if (task?.files.delete(path) !== true) return;
    this.#count(owner, -1);
    if (task.files.size === 0) this.#drop(owner, task);
  }

  /** Forgets a task that has ended. A later task with the same id has read nothing. */
  forgetTask(owner: Owner): void {
    const task = this.#find(owner);
    if (task !== undefined) {
      this.#count(owner, -task.files.size);
      this.#drop(owner, task);
    }
    this.#evictedTasks.delete(ownerKey(owner));
  }

  #find({ principalId, taskId }: Owner): TaskReads | undefined {
    return this.#principals.get(principalId)?.tasks.get(taskId);
  }

  #isEvicted(owner: Owner): boolean {
    return this.#evictedUnknownTasks || this.#evictedTasks.has(ownerKey(owner));
  }

  /** Finds or adds a task, and makes it the most recently used. */
  #taskOf(owner: Owner): TaskReads {
    const principal = this.#principals.get(owner.principalId) ?? { count: 0, tasks: new Map<string, TaskReads>() };
    this.#principals.set(owner.principalId, principal);
    const known = principal.tasks.get(owner.taskId);
    const task = known ?? { files: new Map(), hasEvicted: this.#isEvicted(owner) };
    if (known === undefined) this.#evictedTasks.delete(ownerKey(owner));
    principal.tasks.delete(owner.taskId);
    principal.tasks.set(owner.taskId, task);
    return task;
  }

  #count({ principalId }: Owner, files: number): void {
    const principal = this.#principals.get(principalId);
    if (principal === undefined) return;
    principal.count += files;
    this.#files += files;
  }

  /** Evicts a sixteenth of the limit at once, so that not every read has to. */
  #evict(): void {
    const target = this.#limits.maxFiles - Math.ceil(this.#limits.maxFiles / 16);
    while (this.#files > target) {
      let largest: [string, PrincipalReads] | undefined;
      for (const entry of this.#principals) if (entry[1].count > (largest?.[1].count ?? -1)) largest = entry;
      const [principalId = '', principal] = largest ?? [];
      const [oldest] = principal?.tasks ?? [];
      if (oldest === undefined) return;
      const share = Math.ceil((this.#files - target) / 4);
      this.#evictOldest({ principalId, taskId: oldest[0] }, oldest[1], share);
    }
  }

  #evictOldest(owner: Owner, task: TaskReads, count: number): void {
    task.hasEvicted = true;
    let removed = 0;
    for (const path of task.files.keys()) {
      if (removed >= count) break;
      task.files.delete(path);
      removed++;
    }
    this.#count(owner, -removed);
    if (task.files.size === 0) this.#drop(owner, task);
  }

  /** Removes a task without files, and remembers whether files of it were evicted. */
  #drop(owner: Owner, { hasEvicted }: TaskReads): void {
    const principal = this.#principals.get(owner.principalId);
    principal?.tasks.delete(owner.taskId);
    if (principal?.tasks.size === 0) this.#principals.delete(owner.principalId);
    if (!hasEvicted) return;
    if (this.#evictedTasks.size < this.#limits.maxEvictedTasks) this.#evictedTasks.add(ownerKey(owner));
    else this.#evictedUnknownTasks = true;
  }
}

interface PrincipalReads {
  count: number;
  /** The least recently used first, as in `files`. */
  readonly tasks: Map<string, TaskReads>;
}

interface TaskReads {
  readonly files: Map<string, TrackedFile>;
  hasEvicted: boolean;
}

interface TrackedFile {
  readonly version: FileVersion;
  readonly hash: string | null;
  readonly lines: SeenLines;
}

/** The tracker of a file system, which all workspaces on it share. */
export function trackerOf(fs: FileSystem): ReadTracker {
  const known = trackers.get(fs);
  if (known !== undefined) return known;
  const tracker = new ReadTracker();
  trackers.set(fs, tracker);
  return tracker;
}

const trackers = new WeakMap<FileSystem, ReadTracker>();
