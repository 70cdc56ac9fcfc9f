import { LinkedList, type LinkedNode } from './linked-list.ts';

export interface ConcurrencyOptions {
  /** How many handlers run at once. Default 64. */
  readonly limit?: number;
  /** How many calls may wait for a place. Default 131,072. */
  readonly maxQueue?: number;
}

export type Waiting = LinkedNode<() => void>;

/** A number of places and a bounded queue for them, first come, first served. */
export class ConcurrencyLimit {
  readonly #limit: number;
  readonly #maxQueue: number;
  readonly #queue = new LinkedList<() => void>();
  #taken = 0;

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

  /** Waits for a place; `start` is called once it is there. Undefined when too many wait already. */
  wait(start: () => void): Waiting | undefined {
    return this.#queue.size >= this.#maxQueue ? undefined : this.#queue.append(start);
  }

  /** Stops waiting. */
  leave(waiting: Waiting): void {
    this.#queue.remove(waiting);
  }

  release(): void {
    const start = this.#queue.shift();
    // The place is handed on as it is: nobody can slip in between.
    if (start === undefined) this.#taken--;
    else start();
  }
}
