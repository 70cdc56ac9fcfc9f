import type { Clock } from '../contracts/tool-context.ts';
import { LinkedList, type Linked } from './linked-list.ts';
import { systemClock } from './system-clock.ts';

/** Something that is told when its time is up. */
export interface Expiring extends Linked<Expiring> {
  expiresAt: number;
  expire(): void;
}

/**
 * One timer for all calls under way. Most calls end within the turn of the event loop they began in, so the timer
 * is set only for what is still there at the end of it; with nothing left it is cleared, and the process can exit.
 */
export class Deadlines {
  readonly #clock: Clock;
  /** Per duration, because deadlines of one duration expire in the order they were set. */
  readonly #queues = new Map<number, LinkedList<Expiring>>();
  #live = 0;
  #armingSoon = false;
  #armedFor = Infinity;
  #disarm: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(item: Expiring, now: number, ms: number): void {
    let queue = this.#queues.get(ms);
    if (queue === undefined) this.#queues.set(ms, (queue = new LinkedList()));
    item.expiresAt = now + ms;
    queue.append(item);
    this.#live++;
    if (!this.#armingSoon) this.#armSoon();
  }

  /** Does nothing when it has expired already. */
  clear(item: Expiring): void {
    if (item.list === undefined) return;
    item.list.remove(item);
    this.#live--;
    if (this.#live === 0 && this.#disarm !== undefined) this.#stopTimer();
  }

  #armSoon(): void {
    if (this.#clock !== systemClock) return this.#arm();
    this.#armingSoon = true;
    setImmediate(() => {
      this.#armingSoon = false;
      this.#arm();
    });
    return undefined;
  }

  #arm(): void {
    let earliest = Infinity;
    for (const [ms, queue] of this.#queues) {
      if (queue.first !== undefined) earliest = Math.min(earliest, queue.first.expiresAt);
      else this.#queues.delete(ms);
    }
    if (earliest === Infinity || earliest >= this.#armedFor) return;
    this.#stopTimer();
    this.#armedFor = earliest;
    this.#disarm = this.#clock.schedule(() => this.#fire(), earliest - this.#clock.now());
  }

  #fire(): void {
    this.#armedFor = Infinity;
    this.#disarm = undefined;
    // Timers may fire a fraction of a millisecond early.
    const now = this.#clock.now() + 1;
    for (const queue of this.#queues.values()) {
      for (let head = queue.first; head !== undefined && head.expiresAt <= now; head = queue.first) {
        queue.remove(head);
        this.#live--;
        head.expire();
      }
    }
    this.#arm();
  }

  #stopTimer(): void {
    this.#disarm?.();
    this.#disarm = undefined;
    this.#armedFor = Infinity;
  }
}
