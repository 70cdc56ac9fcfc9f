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
  /** The holders of places by key. There are no more of them than running calls. */
  readonly #holders = new Map<string, Set<string>>();

  constructor({ maxKeys = DEFAULT_MAX_KEYS, clock = MONOTONIC }: MemoryStoreOptions = {}) {
    this.#maxKeys = maxKeys;
    this.#clock = clock;
  }

  /** How many keys are kept at the moment. */
  get size(): number {
    return [...this.#buckets.values()].reduce((sum, { size }) => sum + size, this.#holders.size);
  }

  take(uses: readonly BucketUse[]): Shortage | undefined {
    const now = this.#clock.now();
    let shortage: Shortage | undefined;
    for (const [index, { limit, key, intervalMs, burst }] of uses.entries()) {
      const fullAt = this.#bucketsOf(limit).fullAfterTaking(key, intervalMs, now);
      const retryAfterMs = fullAt - now - burst * intervalMs;
      // Rounding must not refuse the last token.
      if (retryAfterMs > ROUNDING_MS && retryAfterMs > (shortage?.retryAfterMs ?? 0))
        shortage = { index, retryAfterMs };
    }
    if (shortage !== undefined) return shortage;
    for (const { limit, key, intervalMs } of uses) {
      const buckets = this.#bucketsOf(limit);
      buckets.set(key, buckets.fullAfterTaking(key, intervalMs, now), now);
    }
    return undefined;
  }

  enter(uses: readonly PlaceUse[], holder: string): Shortage | undefined {
    const index = uses.findIndex(({ key, places }) => (this.#holders.get(key)?.size ?? 0) >= places);
    if (index !== -1) return { index, retryAfterMs: PLACE_RETRY_MS };
    for (const { key } of uses) {
      const holders = this.#holders.get(key);
      if (holders === undefined) this.#holders.set(key, new Set([holder]));
      else holders.add(holder);
    }
    return undefined;
  }

  leave(uses: readonly PlaceUse[], holder: string): void {
    for (const { key } of uses) {
      const holders = this.#holders.get(key);
      holders?.delete(holder);
      if (holders?.size === 0) this.#holders.delete(key);
    }
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
const MONOTONIC = { now: () => performance.now() };
