/**
 * A bucket. Only the time is kept at which it will be full again: that says how many tokens it has, and a bucket that is full
 * need not be kept at all.
 */
export interface Bucket {
  fullAt: number;
}

/** The buckets of one limit. */
export class TokenBuckets {
  readonly #maxKeys: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#buckets.size;
  }

  get(key: string): Bucket | undefined {
    return this.#buckets.get(key);
  }

  /** Adds a bucket that is not there yet. */
  add(key: string, fullAt: number, now: number): void {
    this.#makeRoom(now);
    this.#buckets.set(key, { fullAt });
  }

  /**
   * Forgets some of the oldest buckets that are full again. If there is no room otherwise, also the fullest of them: its
   * caller loses the least by being counted anew.
   */
  #makeRoom(now: number): void {
    let fullest: { readonly key: string; readonly fullAt: number } | undefined;
    let examined = 0;
    for (const [key, bucket] of this.#buckets) {
      const { fullAt } = bucket;
      this.#buckets.delete(key);
      if (fullAt > now) {
        if (fullest === undefined || fullAt < fullest.fullAt) fullest = { key, fullAt };
        // At the end of the list, so that the next search begins with others.
        this.#buckets.set(key, bucket);
      }
      if (++examined >= EXAMINED) break;
    }
    if (this.#buckets.size >= this.#maxKeys && fullest !== undefined) this.#buckets.delete(fullest.key);
  }
}

const EXAMINED = 8;
