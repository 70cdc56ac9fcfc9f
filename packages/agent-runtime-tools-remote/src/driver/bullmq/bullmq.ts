import type { CallDriver } from '../call-driver.ts';
import { DEFAULT_TIMES, keysOf, type EngineTimes } from './engine.ts';

export interface BullmqOptions extends Partial<EngineTimes> {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  /** The beginning of all keys. Callers and workers use the same. Default `agent-tools`. */
  readonly prefix?: string;
}

/** Carries calls with BullMQ on Redis: one queue for each place. The libraries are loaded when a connection is opened. */
export function bullmq({ url, prefix = 'agent-tools', ...times }: BullmqOptions): CallDriver {
  const { protocol } = new URL(url);
  if (protocol !== 'redis:' && protocol !== 'rediss:') throw new TypeError(`${protocol} is not redis: or rediss:.`);
  const engine = { url, ...DEFAULT_TIMES, ...times };
  for (const [name, ms] of Object.entries({ ...DEFAULT_TIMES, ...times }))
    if (!(Number.isFinite(ms) && ms > 0)) throw new TypeError(`${name} must be a number above 0.`);
  return {
    openCaller: async (place, listener) => {
      const { openBullmqCaller } = await import('./bullmq-caller.ts');
      return openBullmqCaller({ ...engine, keys: keysOf(prefix, place) }, listener);
    },
    openWorker: async (place, options) => {
      const { openBullmqWorker } = await import('./bullmq-worker.ts');
      return openBullmqWorker({ ...engine, keys: keysOf(prefix, place) }, options);
    },
  };
}
