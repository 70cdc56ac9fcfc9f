import type { MemoryStore } from './memory-store.ts';
import type { BucketUse, PlaceUse, RateLimitStore, Shortage } from './rate-limit-store.ts';

/** The store has failed or hangs, and calls may not be counted elsewhere. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number, options?: ErrorOptions) {
    super('the store of the rate limits does not answer', options);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface GuardedStoreOptions {
  readonly timeoutMs: number;
  /** Counts while the store fails. Without it, calls fail with a StoreUnavailableError. */
  readonly local?: MemoryStore | undefined;
}

/**
 * A store that may fail. After a failure it is left alone for a second. Then one call tries it again; until that succeeds, the
 * others are answered at once.
 */
export class GuardedStore implements RateLimitStore {
  readonly #store: RateLimitStore;
  readonly #timeoutMs: number;
  readonly #local: MemoryStore | undefined;
  /** Those who got their places from `local`. */
  readonly #localHolders = new Set<string>();
  #isFailing = false;
  #pausedUntil = 0;
  /** The first answer takes longer: a library is loaded and a connection made. */
  #hasAnswered = false;

  constructor(store: RateLimitStore, { timeoutMs, local }: GuardedStoreOptions) {
    this.#store = store;
    this.#timeoutMs = timeoutMs;
    this.#local = local;
  }

  take(uses: readonly BucketUse[]): Promise<Shortage | undefined> {
    return this.#attempt(
      () => this.#store.take(uses),
      (local) => local.take(uses),
    );
  }

  enter(uses: readonly PlaceUse[], holder: string): Promise<Shortage | undefined> {
    return this.#attempt(
      () => this.#store.enter(uses, holder),
      (local) => {
        const shortage = local.enter(uses);
        if (shortage === undefined) this.#localHolders.add(holder);
        return shortage;
      },
      // The answer came too late: nobody uses the places.
      (shortage) => {
        if (shortage === undefined) void this.#leaveStore(uses, holder);
      },
    );
  }

  leave(uses: readonly PlaceUse[], holder: string): void | Promise<void> {
    if (this.#localHolders.delete(holder)) return this.#local?.leave(uses);
    return this.#leaveStore(uses, holder);
  }

  async close(): Promise<void> {
    await this.#store.close?.();
  }

  /** Never rejects: a shared store takes places back by itself after a while. */
  async #leaveStore(uses: readonly PlaceUse[], holder: string): Promise<void> {
    try {
      await this.#store.leave(uses, holder);
    } catch {
      this.#pause();
    }
  }

  async #attempt<T>(
    ask: () => T | Promise<T>,
    askLocally: (local: MemoryStore) => T,
    onLateAnswer?: (answer: T) => void,
  ): Promise<T> {
    let cause: unknown;
    if (this.#mayAsk()) {
      try {
        const answer = await this.#withTimeout(ask(), onLateAnswer);
        this.#isFailing = false;
        this.#hasAnswered = true;
        return answer;
      } catch (error) {
        cause = error;
        this.#pause();
      }
    }
    if (this.#local !== undefined) return askLocally(this.#local);
    throw new StoreUnavailableError(PAUSE_MS, { cause });
  }

  #mayAsk(): boolean {
    if (!this.#isFailing) return true;
    if (performance.now() < this.#pausedUntil) return false;
    this.#pausedUntil = Infinity;
    return true;
  }

  /** A command that was sent cannot be recalled, so its late answer is dealt with. */
  async #withTimeout<T>(answer: T | Promise<T>, onLateAnswer: ((answer: T) => void) | undefined): Promise<T> {
    if (!(answer instanceof Promise)) return answer;
    let isLate = false;
    const ms = this.#hasAnswered ? this.#timeoutMs : Math.max(this.#timeoutMs, FIRST_TIMEOUT_MS);
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      isLate = true;
      timeout.reject(new Error(`no answer within ${ms} ms`));
    }, ms);
    answer.then(
      (late) => isLate && onLateAnswer?.(late),
      () => undefined,
    );
    try {
      return await Promise.race([answer, timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #pause(): void {
    this.#isFailing = true;
    this.#pausedUntil = performance.now() + PAUSE_MS;
  }
}

const PAUSE_MS = 1000;
const FIRST_TIMEOUT_MS = 5000;
