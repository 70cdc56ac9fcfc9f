/**
 * The items of a kind that are under way, oldest first. What has ended is swept out when it outnumbers what lives, so
 * joining and leaving take constant time on average and no links of their own.
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

  /** To be told once of every item that has ended. */
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
