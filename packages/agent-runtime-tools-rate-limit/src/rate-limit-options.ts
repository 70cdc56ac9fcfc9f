import type { Clock } from '@ku0/agent-runtime-tools-core';
import type { RateLimitStore } from './stores/rate-limit-store.ts';

export interface RateLimitOptions {
  /** All limits that apply to a call must let it through. */
  readonly limits: readonly RateLimit[];
  /** Where calls are counted. Default: in the memory of this process. */
  readonly store?: RateLimitStore;
  /**
   * What happens while the store fails or hangs. `deny` (the default): no call with a limit is made. `local`: the same limits
   * apply within this process.
   */
  readonly onStoreFailure?: 'deny' | 'local';
  /** How long to wait for the store, in milliseconds. The first answer may take five seconds. Default: 1,000. */
  readonly storeTimeoutMs?: number;
  /** How many buckets of one limit are kept in memory. Beyond it, those that are nearly full are forgotten. Default: 50,000. */
  readonly maxKeys?: number;
  /** The time in memory. Default: a clock that never goes back. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** A limit on the rate of calls, on how many run at once, or on both. */
export interface RateLimit {
  /** Shown in errors, and part of the keys in a shared store. Default: made from the limit. */
  readonly name?: string;
  /**
   * The tools it applies to: names and globs (`git_*`), `pack:NAME`, `tag:NAME`, `category:NAME`, capabilities
   * (`@executesCommands`), tools of MCP servers (`mcp__server__*`). Default: all.
   */
  readonly tools?: string | readonly string[];
  /** What is counted separately. Default: nothing, so that all calls share the limit. */
  readonly by?: LimitScope | readonly LimitScope[];
  /** A token bucket: it holds `burst` tokens and is refilled evenly. Each call takes one. */
  readonly rate?: CallRate;
  /** How many of the calls may run at once. */
  readonly concurrency?: number;
}

/** Calls without a principal count together, and so do tools without a pack. */
export type LimitScope = 'tool' | 'pack' | 'principal' | 'task';

export interface CallRate {
  readonly calls: number;
  /** A period, or milliseconds. */
  readonly per: 'second' | 'minute' | 'hour' | 'day' | number;
  /** How many calls may be made at once after a pause. Default: `calls`. */
  readonly burst?: number;
}
