import type { FileVersion } from '../read/file-version.ts';

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

/** Which lines of which version of a file each task has seen. Bounded: the tasks and files used longest ago go first. */
export class ReadTracker {
  readonly #tasks = new Map<string, Map<string, SeenFile>>();

  recordRead(taskId: string, path: string, { version, hash = null, lines = [0, Infinity] }: ReadReport): void {
    const files = this.#filesOf(taskId);
    const known = files.get(path);
    const isSame = known !== undefined && (known.version === version || (hash !== null && known.hash === hash));
    files.delete(path);
    files.set(path, {
      version,
      hash: hash ?? (isSame ? known.hash : null),
      lines: merge(isSame ? [...known.lines, lines] : [lines]),
    });
    evictOldest(files, MAX_FILES);
  }

  seen(taskId: string, path: string): SeenFile | undefined {
    return this.#tasks.get(taskId)?.get(path);
  }

  /** Compares what the task saw with what is there. A file that was only touched is not stale. */
  check(
    taskId: string,
    path: string,
    now: { version: FileVersion; hash: string | null },
  ): 'fresh' | 'stale' | 'unread' {
    const seen = this.seen(taskId, path);
    if (seen === undefined) return 'unread';
    return seen.version === now.version || (seen.hash !== null && seen.hash === now.hash) ? 'fresh' : 'stale';
  }

  forgetFile(taskId: string, path: string): void {
    this.#tasks.get(taskId)?.delete(path);
  }

  forgetTask(taskId: string): void {
    this.#tasks.delete(taskId);
  }

  #filesOf(taskId: string): Map<string, SeenFile> {
    const files = this.#tasks.get(taskId) ?? new Map<string, SeenFile>();
    this.#tasks.delete(taskId);
    this.#tasks.set(taskId, files);
    evictOldest(this.#tasks, MAX_TASKS);
    return files;
  }
}

const MAX_TASKS = 256;
const MAX_FILES = 10_000;

function evictOldest(map: Map<string, unknown>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return;
    map.delete(key);
  }
}

function merge(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.filter((range) => range[1] > range[0]).toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
