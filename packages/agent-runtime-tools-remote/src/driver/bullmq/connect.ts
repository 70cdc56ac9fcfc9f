import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { Redis, type RedisOptions } from 'ioredis';
import { EngineUnavailableError } from '../driver-errors.ts';

/** A connection that reports an outage at once, instead of waiting for its end. Rejects with an EngineUnavailableError. */
export async function connectForCommands(url: string, commandTimeout: number): Promise<Redis> {
  const redis = new Redis(url, {
    ...RECONNECT,
    commandTimeout,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    // A command that was interrupted may have been run. Its sender decides what to do about that.
    autoResendUnfulfilledCommands: false,
  });
  return connected(redis);
}

/** A connection for commands that block, and for workers: it waits until the outage is over. */
export async function connectPatiently(url: string): Promise<Redis> {
  return connected(patientClient(url));
}

export function patientClient(url: string): Redis {
  const redis = new Redis(url, { ...RECONNECT, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  return redis;
}

async function connected(redis: Redis): Promise<Redis> {
  // Without a listener, an outage would end the process. The commands report it.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return redis;
  } catch (error) {
    redis.disconnect();
    throw new EngineUnavailableError(errorMessage(error), { cause: error });
  }
}

const RECONNECT = {
  lazyConnect: true,
  connectTimeout: 2000,
  retryStrategy: (attempt: number) => Math.min(attempt * 50, 500),
} satisfies RedisOptions;
