import { setTimeout } from 'node:timers/promises';
import { PLACE_RETRY_MS } from '../memory-store.ts';
import type { BucketUse, PlaceUse, RateLimitStore, Shortage } from '../rate-limit-store.ts';
import { RedisConnection, type RedisClient } from './redis-connection.ts';
import { ENTER, LEAVE, RENEW, TAKE } from './redis-scripts.ts';

export interface RedisStoreOptions {
  /** `redis://` or `rediss://`. The connection is made with the first call, and closed with the last coordinator. */
  readonly url?: string;
  /** A client of the host, in place of a URL: ioredis, or anything with its `eval`. */
  readonly client?: RedisClient;
  /** The beginning of all keys. Processes that use the same one count together. Default: `agent-runtime-tools`. */
  readonly prefix?: string;
  /**
   * After how long a place of a process that died is free again, in milliseconds. Places of living processes are renewed
   * three times as often. Default: 30,000.
   */
  readonly leaseMs?: number;
}

/** Counts calls in Redis, for all processes that use the same one. */
export function redisStore({
  url,
  client,
  prefix = 'agent-runtime-tools',
  leaseMs = 30_000,
}: RedisStoreOptions): RateLimitStore {
  if ((url === undefined) === (client === undefined)) throw new TypeError('redisStore takes a url or a client.');
  if (!(leaseMs >= MIN_LEASE_MS)) throw new TypeError(`leaseMs must be at least ${MIN_LEASE_MS}.`);
  const target = client === undefined ? { url: url ?? '' } : { client };
  return new RedisStore(new RedisConnection(target), prefix, leaseMs);
}

class RedisStore implements RateLimitStore {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  readonly #leaseMs: number;
  /** The keys of the places that calls of this process hold. */
  readonly #held = new Map<string, readonly string[]>();
  /** Commands that give places back. */
  readonly #leaving = new Set<Promise<unknown>>();
  #renewal: NodeJS.Timeout | undefined;

  constructor(connection: RedisConnection, prefix: string, leaseMs: number) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#leaseMs = leaseMs;
  }

  async take(uses: readonly BucketUse[]): Promise<Shortage | undefined> {
    const keys = uses.map(({ key }) => this.#key('rate', key));
    const answer = await this.#connection.run(
      TAKE,
      keys,
      uses.flatMap(({ intervalMs, burst }) => [intervalMs, burst]),
    );
    const [lacking, retryAfterMs] = numbersOf(answer, 2);
    return lacking === 0 ? undefined : { index: (lacking ?? 1) - 1, retryAfterMs: retryAfterMs ?? 0 };
  }

  async enter(uses: readonly PlaceUse[], holder: string): Promise<Shortage | undefined> {
    const keys = uses.map(({ key }) => this.#key('places', key));
    const args = [holder, this.#leaseMs, ...uses.map(({ places }) => places)];
    const [full] = numbersOf([await this.#connection.run(ENTER, keys, args)], 1);
    if (full !== 0) return { index: (full ?? 1) - 1, retryAfterMs: PLACE_RETRY_MS };
    this.#held.set(holder, keys);
    this.#renewal ??= setInterval(() => void this.#renew(), this.#leaseMs / 3).unref();
    return undefined;
  }

  async leave(_uses: readonly PlaceUse[], holder: string): Promise<void> {
    const keys = this.#held.get(holder);
    if (keys === undefined) return;
    this.#held.delete(holder);
    this.#stopRenewalIfIdle();
    const leaving = this.#connection.run(LEAVE, keys, [holder]);
    this.#leaving.add(leaving);
    try {
      await leaving;
    } finally {
      this.#leaving.delete(leaving);
    }
  }

  /** Waits a moment for places that are being given back; others are free when their lease ends. */
  async close(): Promise<void> {
    this.#held.clear();
    this.#stopRenewalIfIdle();
    if (this.#leaving.size > 0)
      await Promise.race([Promise.allSettled(this.#leaving), setTimeout(CLOSE_WAIT_MS, undefined, { ref: false })]);
    await this.#connection.close();
  }

  /** Also brings back places that an outage has lost. Never rejects: the next renewal tries again. */
  async #renew(): Promise<void> {
    const pairs = [...this.#held].flatMap(([holder, keys]) => keys.map((key) => ({ holder, key })));
    for (let at = 0; at < pairs.length; at += RENEWED_AT_ONCE) {
      const some = pairs.slice(at, at + RENEWED_AT_ONCE);
      const holders = some.map(({ holder }) => holder);
      try {
        await this.#connection.run(
          RENEW,
          some.map(({ key }) => key),
          [this.#leaseMs, ...holders],
        );
        await this.#dropEnded(some);
      } catch {
        return;
      }
    }
  }

  /** A call that ended while its place was renewed would hold it until the lease ends. */
  async #dropEnded(renewed: readonly { readonly holder: string; readonly key: string }[]): Promise<void> {
    for (const { holder, key } of renewed)
      if (!this.#held.has(holder)) await this.#connection.run(LEAVE, [key], [holder]);
  }

  #stopRenewalIfIdle(): void {
    if (this.#held.size > 0) return;
    clearInterval(this.#renewal);
    this.#renewal = undefined;
  }

  /** The braces keep all keys on one node of a Redis cluster, which a script needs. */
  #key(kind: 'rate' | 'places', key: string): string {
    return `{${this.#prefix}}:${kind}:${key}`;
  }
}

/** Throws for an answer that is not understood, so that it never counts as consent. */
function numbersOf(answer: unknown, count: number): number[] {
  const numbers = Array.isArray(answer) ? answer.map(Number) : [];
  if (numbers.length !== count || numbers.some((each) => !Number.isFinite(each)))
    throw new Error('Redis gave an answer that is not understood');
  return numbers;
}

const MIN_LEASE_MS = 1000;
const RENEWED_AT_ONCE = 500;
const CLOSE_WAIT_MS = 1000;
