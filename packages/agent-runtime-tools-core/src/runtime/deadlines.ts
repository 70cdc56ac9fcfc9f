import type { Clock } from '../contracts/tool-context.ts';
import { LinkedList, type LinkedNode } from './linked-list.ts';
import { systemClock } from './system-clock.ts';

export interface Expiring {
  /** Called once, when the time is up. */
  expire(): void;
}

export type Deadline = LinkedNode<{ readonly at: number; readonly owner: Expiring }>;

/**
 * One timer for all calls under way. Most calls end within the turn of the event loop they began in, so the timer
 * is set only for what is still there at the end of it; with nothing left it is cleared, and the process can exit.
 */
export class Deadlines {
  readonly #clock: Clock;
  /** Per duration, because deadlines of one duration expire in the order they were set. */
  readonly #queues = new Map<number, LinkedList<{ at: number; owner: Expiring }>>();
  #live = 0;
  #armingSoon = false;
  #armedFor = Infinity;
  #disarm: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(owner: Expiring, now: number, ms: number): Deadline {
    let queue = this.#queues.get(ms);
    if (queue === undefined) this.#queues.set(ms, (queue = new LinkedList()));
    const node = queue.append({ at: now + ms, owner });
    this.#live++;
    this.#armSoon();
    return node;
  }

  clear(deadline: Deadline): void {
    if (deadline.list === undefined) return;
    deadline.list.remove(deadline);
    this.#live--;
    if (this.#live === 0 && this.#disarm !== undefined) this.#stopTimer();
  }

  #armSoon(): void {
    if (this.#clock !== systemClock) this.#arm();
    else if (!this.#armingSoon) {
      this.#armingSoon = true;
      setImmediate(() => {
        this.#armingSoon = false;
        this.#arm();
      });
    }
  }

  #arm(): void {
    let earliest = Infinity;
    for (const [ms, queue] of this.#queues) {
      if (queue.first !== undefined) earliest = Math.min(earliest, queue.first.at);
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
      for (let head = queue.first; head !== undefined && head.at <= now; head = queue.first) {
        queue.shift();
        this.#live--;
        head.owner.expire();
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
