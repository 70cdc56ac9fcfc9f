import type { Redis } from 'ioredis';
import type { Engine } from './engine.ts';

/** Notices when the callers of running jobs are gone. */
export class CallerWatch {
  readonly #redis: Redis;
  readonly #engine: Engine;
  readonly #onGone: (jobIds: readonly string[]) => void;
  readonly #callerOf = new Map<string, string>();
  /** When each caller was last seen, and how often it was missing since. */
  readonly #seen = new Map<string, { at: number; missing: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(redis: Redis, engine: Engine, onGone: (jobIds: readonly string[]) => void) {
    this.#redis = redis;
    this.#engine = engine;
    this.#onGone = onGone;
    this.#timer = setInterval(() => void this.#check(), engine.leaseMs / 3).unref();
  }

  /** Asks Redis at most three times per lease. */
  async isAlive(caller: string): Promise<boolean> {
    const seen = this.#seen.get(caller);
    if (seen !== undefined && Date.now() - seen.at < this.#engine.leaseMs / 3) return true;
    const exists = (await this.#redis.exists(this.#engine.keys.caller(caller))) === 1;
    if (exists) this.#seen.set(caller, { at: Date.now(), missing: 0 });
    return exists;
  }

  watch(jobId: string, caller: string): void {
    this.#callerOf.set(jobId, caller);
  }

  forget(jobId: string): void {
    this.#callerOf.delete(jobId);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    const callers = new Set(this.#callerOf.values());
    for (const known of this.#seen.keys()) if (!callers.has(known)) this.#seen.delete(known);
    if (this.#redis.status !== 'ready') return;
    for (const caller of callers) {
      const exists = await this.#redis.exists(this.#engine.keys.caller(caller)).catch(() => undefined);
      if (exists === undefined) return;
      const entry = this.#seen.get(caller) ?? { at: Date.now(), missing: 0 };
      this.#seen.set(caller, exists === 1 ? { at: Date.now(), missing: 0 } : { ...entry, missing: entry.missing + 1 });
      // Once may be because Redis has lost its data, and the caller has not renewed its lease yet.
      if (exists === 0 && entry.missing >= 1)
        this.#onGone([...this.#callerOf].filter(([, of]) => of === caller).map(([id]) => id));
    }
  }
}
