/**
 * The buckets of one limit. Of each bucket only the time is kept at which it will be full again: that says how many tokens
 * it has, and a bucket that is full need not be kept at all.
 */
export class TokenBuckets {
  readonly #maxKeys: number;
  readonly #fullAt = new Map<string, number>();

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#fullAt.size;
  }

  /** When the bucket would be full again if a token were taken now. */
  fullAfterTaking(key: string, intervalMs: number, now: number): number {
    return Math.max(this.#fullAt.get(key) ?? 0, now) + intervalMs;
  }

  set(key: string, fullAt: number, now: number): void {
    if (!this.#fullAt.has(key)) this.#makeRoom(now);
    this.#fullAt.set(key, fullAt);
  }

  /**
   * Forgets some of the oldest buckets that are full again. If there is no room otherwise, also the fullest of them: its
   * caller loses the least by being counted anew.
   */
  #makeRoom(now: number): void {
    let fullest: { readonly key: string; readonly fullAt: number } | undefined;
    let examined = 0;
    for (const [key, fullAt] of this.#fullAt) {
      if (fullAt <= now) this.#fullAt.delete(key);
      else {
        if (fullest === undefined || fullAt < fullest.fullAt) fullest = { key, fullAt };
        // The next search begins with other buckets.
        this.#fullAt.delete(key);
        this.#fullAt.set(key, fullAt);
      }
      if (++examined >= EXAMINED) break;
    }
    if (this.#fullAt.size >= this.#maxKeys && fullest !== undefined) this.#fullAt.delete(fullest.key);
  }
}

const EXAMINED = 8;
