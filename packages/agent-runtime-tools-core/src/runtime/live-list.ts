/**
 * The items that have not ended, oldest first. Ended items are swept out once they outnumber the live ones, so adding
 * and ending take constant time on average, and items need no links.
 */
export class LiveList<T> {
  readonly #hasEnded: (item: T) => boolean;
  #items: T[] = [];
  #live = 0;

  constructor(hasEnded: (item: T) => boolean) {
    this.#hasEnded = hasEnded;
  }

  get size(): number {
    return this.#live;
  }

  add(item: T): void {
    this.#items.push(item);
    this.#live++;
  }

  /** Must be called once for every item that has ended. */
  ended(): void {
    this.#live--;
    if (this.#items.length >= 2 * this.#live + SLACK) this.#items = this.toArray();
  }

  /** The items that have not ended. */
  toArray(): T[] {
    return this.#items.filter((item) => !this.#hasEnded(item));
  }
}

const SLACK = 64;
