import type { Clock } from '../contracts/tool-context.ts';
import { LiveList } from './live-list.ts';
import { systemClock } from './system-clock.ts';

/** Something that is told when its time is up, unless it has ended by then. */
export interface Expiring {
  readonly expiresAt: number;
  /** Whether it is still to be watched. */
  readonly running: boolean;
  expire(): void;
}

/**
 * One timer for all calls under way. Most calls end within the turn of the event loop they began in, so the timer
 * is set only for what is still there at the end of it; with nothing left it is cleared, and the process can exit.
 */
export class Deadlines<T extends Expiring> {
  readonly #clock: Clock;
  /** Per duration, because deadlines of one duration expire in the order they were set. */
  readonly #queues = new Map<number, LiveList<T>>();
  #armingSoon = false;
  #armedFor = Infinity;
  #disarm: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Watches the item until it no longer runs, which `ended` is told with the queue that this returns. */
  watch(item: T, ms: number): LiveList<T> {
    let queue = this.#queues.get(ms);
    if (queue === undefined) this.#queues.set(ms, (queue = new LiveList((watched) => !watched.running)));
    queue.add(item);
    if (!this.#armingSoon) this.#armSoon();
    return queue;
  }

  ended(queue: LiveList<T>): void {
    queue.ended();
    if (this.#disarm !== undefined && queue.size === 0) this.#rearm();
  }

  #armSoon(): void {
    if (this.#clock !== systemClock) return this.#rearm();
    this.#armingSoon = true;
    setImmediate(() => {
      this.#armingSoon = false;
      this.#rearm();
    });
    return undefined;
  }

  /** Sets the timer to the earliest deadline there is, or clears it. */
  #rearm(): void {
    let earliest = Infinity;
    for (const [ms, queue] of this.#queues) {
      const first = queue.size === 0 ? undefined : queue.first();
      if (first !== undefined) earliest = Math.min(earliest, first.expiresAt);
      else if (this.#queues.size > MAX_IDLE_QUEUES) this.#queues.delete(ms);
    }
    if (earliest === this.#armedFor) return;
    this.#disarm?.();
    this.#armedFor = earliest;
    this.#disarm =
      earliest === Infinity ? undefined : this.#clock.schedule(() => this.#fire(), earliest - this.#clock.now());
  }

  #fire(): void {
    this.#armedFor = Infinity;
    this.#disarm = undefined;
    // Timers may fire a fraction of a millisecond early.
    const now = this.#clock.now() + 1;
    for (const queue of this.#queues.values()) {
      for (const item of queue.toArray()) if (item.expiresAt <= now) item.expire();
    }
    this.#rearm();
  }
}

/** Durations that calls chose for themselves are forgotten when nobody uses them. */
const MAX_IDLE_QUEUES = 8;
