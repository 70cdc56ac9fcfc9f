import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@ku0/agent-runtime-tools-core';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  #order = 0;
  readonly #tasks = new Set<Task>();

  /** Starts on the first of January 2026, unless told otherwise. */
  constructor(start: number = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  /** How many tasks wait for their time. */
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

  /** Moves on by `ms` and runs what falls due, in order, with whatever that schedules in turn. */
  advance(ms: number): void {
    const end = this.#endOf(ms);
    for (let count = 0; this.#runNext(end); count++) refuseEndless(count);
    this.#now = end;
  }

  /** The same, with a turn of the event loop around each task, so that promises can go on and schedule more. */
  async advanceAsync(ms: number): Promise<void> {
    const end = this.#endOf(ms);
    await nextTurn();
    for (let count = 0; this.#runNext(end); count++) {
      refuseEndless(count);
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

const ENDLESS = 100_000;

function isBefore(a: Task, b: Task): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function refuseEndless(count: number): void {
  if (count >= ENDLESS) throw new Error(`${ENDLESS} tasks ran in one advance: something schedules itself without end.`);
}
