import { LinkedList, type Linked } from './linked-list.ts';

export interface ConcurrencyOptions {
  /** How many handlers run at once. Default 64. */
  readonly limit?: number;
  /** How many calls may wait for a place. Default 131,072. */
  readonly maxQueue?: number;
}

/** Something that waits for a place. */
export interface Waiting extends Linked<Waiting> {
  /** A place is there, and is the waiting one's to release. */
  start(): void;
}

/** A number of places and a bounded queue for them, first come, first served. */
export class ConcurrencyLimit {
  readonly #limit: number;
  readonly #maxQueue: number;
  readonly #queue = new LinkedList<Waiting>();
  #taken = 0;
  /** Places that were given back and not handed on yet. */
  #freed = 0;
  #handingOn = false;

  constructor({ limit = 64, maxQueue = 131_072 }: ConcurrencyOptions = {}) {
    if (!(limit >= 1)) throw new RangeError(`concurrency.limit must be at least 1, got ${limit}`);
    this.#limit = limit;
    this.#maxQueue = maxQueue;
  }

  /** Takes a place if one is free. Whoever gets one must `release` it. */
  tryTake(): boolean {
    if (this.#taken >= this.#limit) return false;
    this.#taken++;
    return true;
  }

  /** Joins the queue; false when too many wait already. */
  wait(waiting: Waiting): boolean {
    if (this.#queue.size >= this.#maxQueue) return false;
    this.#queue.append(waiting);
    return true;
  }

  /** Stops waiting. */
  leave(waiting: Waiting): void {
    this.#queue.remove(waiting);
  }

  /**
   * The place is handed on as it is: nobody can slip in between. Whoever gets it may be done at once and release it in
   * turn, so places are handed on in a loop, not from within each other.
   */
  release(): void {
    this.#freed++;
    if (this.#handingOn) return;
    this.#handingOn = true;
    try {
      while (this.#freed > 0) {
        this.#freed--;
        const next = this.#queue.shift();
        if (next === undefined) this.#taken--;
        else next.start();
      }
    } finally {
      this.#handingOn = false;
    }
  }
}
