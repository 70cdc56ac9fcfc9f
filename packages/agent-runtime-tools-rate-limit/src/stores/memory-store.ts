import type { Clock } from '@ku0/agent-runtime-tools-core';
import type { BucketUse, PlaceUse, RateLimitStore, Shortage } from './rate-limit-store.ts';
import { TokenBuckets } from './token-buckets.ts';

export interface MemoryStoreOptions {
  /** Of each limit. Default: 50,000. */
  readonly maxKeys?: number;
  /** Default: a clock that never goes back. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** Counts calls in the memory of this process. */
export class MemoryStore implements RateLimitStore {
  readonly #maxKeys: number;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #buckets = new Map<string, TokenBuckets>();
  readonly #places = new Map<string, { taken: number }>();
  #sweepAt = SWEEP_AT;

  constructor({ maxKeys = DEFAULT_MAX_KEYS, clock = MONOTONIC }: MemoryStoreOptions = {}) {
    this.#maxKeys = maxKeys;
    this.#clock = clock;
  }

  /** How many keys are kept at the moment. */
  get size(): number {
    return [...this.#buckets.values()].reduce((sum, { size }) => sum + size, this.#places.size);
  }

  take(uses: readonly BucketUse[]): Shortage | undefined {
    const now = this.#clock.now();
    let shortage: Shortage | undefined;
    for (let index = 0; index < uses.length; index++) {
      const use = uses[index];
      if (use === undefined) break;
      const bucket = this.#bucketsOf(use.limit).get(use.key);
      if (bucket === undefined) continue;
      const retryAfterMs = bucket.fullAt + use.intervalMs - now - use.burst * use.intervalMs;
      // Rounding must not refuse the last token.
      if (retryAfterMs > ROUNDING_MS && retryAfterMs > (shortage?.retryAfterMs ?? 0))
        shortage = { index, retryAfterMs };
    }
    if (shortage !== undefined) return shortage;
    for (const { limit, key, intervalMs } of uses) {
      const buckets = this.#bucketsOf(limit);
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.add(key, now + intervalMs, now);
      else bucket.fullAt = Math.max(bucket.fullAt, now) + intervalMs;
    }
    return undefined;
  }

  enter(uses: readonly PlaceUse[]): Shortage | undefined {
    for (let index = 0; index < uses.length; index++) {
      const use = uses[index];
      if (use !== undefined && (this.#places.get(use.key)?.taken ?? 0) >= use.places)
        return { index, retryAfterMs: PLACE_RETRY_MS };
    }
    for (const { key } of uses) {
      const known = this.#places.get(key);
      if (known === undefined) this.#addPlaces(key);
      else known.taken++;
    }
    return undefined;
  }

  leave(uses: readonly PlaceUse[]): void {
    for (const { key } of uses) {
      const known = this.#places.get(key);
      if (known !== undefined && known.taken > 0) known.taken--;
    }
  }

  /** Counters are kept at zero for a while, because most are soon needed again. */
  #addPlaces(key: string): void {
    if (this.#places.size >= this.#sweepAt) {
      for (const [each, { taken }] of this.#places) if (taken === 0) this.#places.delete(each);
      this.#sweepAt = Math.max(SWEEP_AT, this.#places.size * 2);
    }
    this.#places.set(key, { taken: 1 });
  }

  #bucketsOf(limit: string): TokenBuckets {
    let buckets = this.#buckets.get(limit);
    if (buckets === undefined) this.#buckets.set(limit, (buckets = new TokenBuckets(this.#maxKeys)));
    return buckets;
  }
}

/** Nobody knows when a running call ends, so this is a guess. */
export const PLACE_RETRY_MS = 1000;

const DEFAULT_MAX_KEYS = 50_000;
const ROUNDING_MS = 0.001;
/** At how many counters those at zero are dropped. */
const SWEEP_AT = 1000;
const MONOTONIC = { now: () => performance.now() };
