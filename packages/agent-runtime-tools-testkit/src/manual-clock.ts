import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@ku0/agent-runtime-tools-core';

/** A clock that stands still until a test advances it. */
export class ManualClock implements Clock {
  #now: number;
  #order = 0;
  readonly #tasks = new Set<Task>();

  /** Starts on 1 January 2026 by default. */
  constructor(start: number = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  /** The number of scheduled tasks. */
  get pending(): number {
    return this.#tasks.size;
  }

  now(): number {
    return this.#now;
  }

  schedule(task: () => void, ms: number): () => void {
    const entry: Task = { at: this.#now + Math.max(0, ms), order: this.#order++, run: task };
    this.#tasks.add(entry);
    return () => void this.#tasks.delete(entry);
  }

  /** Advances by `ms` and runs all tasks that become due, in order, including tasks that those schedule. */
  advance(ms: number): void {
    const end = this.#endOf(ms);
    for (let count = 0; this.#runNext(end); count++) checkTaskCount(count);
    this.#now = end;
  }

  /** The same, with a turn of the event loop around each task, so that promises can settle and schedule more tasks. */
  async advanceAsync(ms: number): Promise<void> {
    const end = this.#endOf(ms);
    await nextTurn();
    for (let count = 0; this.#runNext(end); count++) {
      checkTaskCount(count);
      await nextTurn();
    }
    this.#now = end;
  }

  #endOf(ms: number): number {
    if (!(ms >= 0)) throw new RangeError(`A clock advances by zero or more milliseconds, not by ${ms}.`);
    return this.#now + ms;
  }

  #runNext(end: number): boolean {
    let next: Task | undefined;
    for (const task of this.#tasks) if (task.at <= end && (next === undefined || isBefore(task, next))) next = task;
    if (next === undefined) return false;
    this.#tasks.delete(next);
    this.#now = Math.max(this.#now, next.at);
    next.run();
    return true;
  }
}

interface Task {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

const MAX_TASKS = 100_000;

function isBefore(a: Task, b: Task): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function checkTaskCount(count: number): void {
  if (count >= MAX_TASKS)
    throw new Error(`${MAX_TASKS} tasks ran in one advance: something schedules itself without end.`);
}
