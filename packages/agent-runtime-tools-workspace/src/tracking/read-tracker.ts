import { ownerKey, type Owner } from '@ku0/agent-runtime-tools-core';
import type { FileSystem } from '../fs/file-system.ts';
import type { FileVersion } from '../read/file-version.ts';
import { addLines, NO_LINES, pairsOf, type SeenLines } from './seen-lines.ts';

/** What a task saw of a file. */
export interface SeenFile {
  readonly version: FileVersion;
  /** Known when the whole content was read. */
  readonly hash: string | null;
  /** Lines from 0, the end excluded, in order and apart from each other; all of them is [0, Infinity]. */
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
  /** Tasks of which nothing but their being forgotten is known. Default 65,536. */
  readonly maxForgotten?: number;
}

/**
 * Which lines of which version of a file each task has seen. Bounded: whoever has the most loses what they used longest
 * ago. A task that lost something has to read every file again that it wants to overwrite, as nobody knows any more
 * whether it saw another version of it.
 */
export class ReadTracker {
  readonly #principals = new Map<string, PrincipalReads>();
  readonly #forgotten = new Set<string>();
  readonly #limits: Required<TrackerLimits>;
  #files = 0;
  /** So many tasks were forgotten that not even their names are kept. */
  #forgotUnnamed = false;

  constructor({ maxFiles = 65_536, maxTaskFiles = 8192, maxForgotten = 65_536 }: TrackerLimits = {}) {
    this.#limits = { maxFiles, maxTaskFiles, maxForgotten };
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
    if (task.files.size > this.#limits.maxTaskFiles) this.#forgetOldest(owner, task, 1);
    if (this.#files > this.#limits.maxFiles) this.#makeRoom();
  }

  seen(owner: Owner, path: string): SeenFile | undefined {
    const file = this.#find(owner)?.files.get(path);
    return file && { version: file.version, hash: file.hash, lines: pairsOf(file.lines) };
  }

  /**
   * Compares what the task saw with what is there. A file that was only touched is not stale; one that the task may
   * have seen and nobody remembers is.
   */
  check(owner: Owner, path: string, now: { version: FileVersion; hash: string | null }): 'fresh' | 'stale' | 'unread' {
    const task = this.#find(owner);
    const seen = task?.files.get(path);
    if (seen === undefined) return (task?.hasForgotten ?? this.#isForgotten(owner)) ? 'stale' : 'unread';
    return seen.version === now.version || (seen.hash !== null && seen.hash === now.hash) ? 'fresh' : 'stale';
  }

  forgetFile(owner: Owner, path: string): void {
    const task = this.#find(owner);
    if (task?.files.delete(path) !== true) return;
    this.#count(owner, -1);
    if (task.files.size === 0) this.#drop(owner, task);
  }

  /** The task is over: whoever comes later by its name has read nothing. */
  forgetTask(owner: Owner): void {
    const task = this.#find(owner);
    if (task !== undefined) {
      this.#count(owner, -task.files.size);
      this.#drop(owner, task);
    }
    this.#forgotten.delete(ownerKey(owner));
  }

  #find({ principalId, taskId }: Owner): TaskReads | undefined {
    return this.#principals.get(principalId)?.tasks.get(taskId);
  }

  #isForgotten(owner: Owner): boolean {
    return this.#forgotUnnamed || this.#forgotten.has(ownerKey(owner));
  }

  /** Makes it the task that was used last. */
  #taskOf(owner: Owner): TaskReads {
    const principal = this.#principals.get(owner.principalId) ?? { count: 0, tasks: new Map<string, TaskReads>() };
    this.#principals.set(owner.principalId, principal);
    const known = principal.tasks.get(owner.taskId);
    const task = known ?? { files: new Map(), hasForgotten: this.#isForgotten(owner) };
    if (known === undefined) this.#forgotten.delete(ownerKey(owner));
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

  /** A sixteenth at once, so that not every read has to. */
  #makeRoom(): void {
    const target = this.#limits.maxFiles - Math.ceil(this.#limits.maxFiles / 16);
    while (this.#files > target) {
      let largest: [string, PrincipalReads] | undefined;
      for (const entry of this.#principals) if (entry[1].count > (largest?.[1].count ?? -1)) largest = entry;
      const [principalId = '', principal] = largest ?? [];
      const [oldest] = principal?.tasks ?? [];
      if (oldest === undefined) return;
      const share = Math.ceil((this.#files - target) / 4);
      this.#forgetOldest({ principalId, taskId: oldest[0] }, oldest[1], share);
    }
  }

  #forgetOldest(owner: Owner, task: TaskReads, count: number): void {
    task.hasForgotten = true;
    let removed = 0;
    for (const path of task.files.keys()) {
      if (removed >= count) break;
      task.files.delete(path);
      removed++;
    }
    this.#count(owner, -removed);
    if (task.files.size === 0) this.#drop(owner, task);
  }

  /** A task without files needs no entry; at most a note that there were some. */
  #drop(owner: Owner, { hasForgotten }: TaskReads): void {
    const principal = this.#principals.get(owner.principalId);
    principal?.tasks.delete(owner.taskId);
    if (principal?.tasks.size === 0) this.#principals.delete(owner.principalId);
    if (!hasForgotten) return;
    if (this.#forgotten.size < this.#limits.maxForgotten) this.#forgotten.add(ownerKey(owner));
    else this.#forgotUnnamed = true;
  }
}

interface PrincipalReads {
  count: number;
  /** The one used longest ago first, as are its files. */
  readonly tasks: Map<string, TaskReads>;
}

interface TaskReads {
  readonly files: Map<string, TrackedFile>;
  hasForgotten: boolean;
}

interface TrackedFile {
  readonly version: FileVersion;
  readonly hash: string | null;
  readonly lines: SeenLines;
}

/** One for all workspaces on a file system, so that a task is known to each of them by what it read in any. */
export function trackerOf(fs: FileSystem): ReadTracker {
  const known = trackers.get(fs);
  if (known !== undefined) return known;
  const tracker = new ReadTracker();
  trackers.set(fs, tracker);
  return tracker;
}

const trackers = new WeakMap<FileSystem, ReadTracker>();
