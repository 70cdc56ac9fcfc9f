import { createHash, randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { PlaceKeys } from './engine.ts';

/** Keeps the announcement of a worker in Redis, as long as the worker lives. */
export class WorkerLease {
  readonly #redis: Redis;
  readonly #keys: PlaceKeys;
  readonly #leaseMs: number;
  readonly #id = randomUUID();
  #current: { readonly text: string; readonly digest: string; readonly member: string } | undefined;
  #renewal: NodeJS.Timeout | undefined;

  constructor(redis: Redis, keys: PlaceKeys, leaseMs: number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#leaseMs = leaseMs;
  }

  async set(text: string): Promise<void> {
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
    const earlier = this.#current;
    this.#current = { text, digest, member: `${Date.now()}/${this.#id}/${digest}` };
    if (earlier !== undefined) await this.#redis.zrem(this.#keys.workers, earlier.member);
    await this.#renew();
    this.#renewal ??= setInterval(() => void this.#renew().catch(() => undefined), this.#leaseMs / 3).unref();
  }

  /** Never rejects: a lease that cannot be removed ends by itself. */
  async remove(): Promise<void> {
    clearInterval(this.#renewal);
    const { member } = this.#current ?? {};
    if (member === undefined || this.#redis.status !== 'ready') return;
    await this.#redis.zrem(this.#keys.workers, member).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const current = this.#current;
    // During an outage, renewals would pile up.
    if (current === undefined || this.#redis.status !== 'ready') return;
    const textKey = this.#keys.announcement(current.digest);
    const isKnown = await this.#redis.eval(RENEW, 2, this.#keys.workers, textKey, current.member, this.#leaseMs);
    // Redis does not have the text yet, or has lost it.
    if (isKnown === 0) await this.#redis.set(textKey, current.text, 'PX', this.#leaseMs * 2);
  }
}

/** The announcements of the workers that are alive, latest first. */
export class WorkerList {
  readonly #redis: Redis;
  readonly #keys: PlaceKeys;
  /** A text never changes, because its digest is its key. */
  #texts = new Map<string, string>();

  constructor(redis: Redis, keys: PlaceKeys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  async read(): Promise<readonly string[]> {
    const members: unknown = await this.#redis.eval(LIST, 1, this.#keys.workers);
    const digests = (Array.isArray(members) ? members : [])
      .map(String)
      .toSorted((a, b) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
      .map((member) => member.slice(member.lastIndexOf('/') + 1));
    const texts = new Map<string, string>();
    for (const digest of new Set(digests)) {
      const text = this.#texts.get(digest) ?? (await this.#redis.get(this.#keys.announcement(digest)));
      if (text !== null) texts.set(digest, text);
    }
    this.#texts = texts;
    return digests.flatMap((digest) => texts.get(digest) ?? []);
  }
}

/** Times are those of Redis, so that the clocks of the machines do not matter. */
const NOW = "local time = redis.call('TIME'); local now = time[1] * 1000 + math.floor(time[2] / 1000);";
const RENEW = `${NOW}
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('PEXPIRE', KEYS[1], ARGV[2] * 2)
return redis.call('PEXPIRE', KEYS[2], ARGV[2] * 2)`;
const LIST = `${NOW}
return redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')`;
