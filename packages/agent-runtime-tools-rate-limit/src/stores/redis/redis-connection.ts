/** The one command that is used, as in ioredis. Other clients need a line of code around them. */
export interface RedisClient {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** Makes the connection when it is first needed, and again after `close`. A client of the host is never closed. */
export class RedisConnection {
  readonly #connect: () => Promise<{ readonly client: RedisClient; readonly close?: () => void }>;
  #connected: ReturnType<RedisConnection['open']> | undefined;

  constructor(target: { readonly url: string } | { readonly client: RedisClient }) {
    if ('client' in target) this.#connect = async () => target;
    else {
      const { protocol } = new URL(target.url);
      if (protocol !== 'redis:' && protocol !== 'rediss:') throw new TypeError(`${protocol} is not redis: or rediss:.`);
      this.#connect = () => connectTo(target.url);
    }
  }

  /** Runs a script. Rejects at once while there is no connection. */
  async run(script: string, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    const { client } = await this.open();
    return client.eval(script, keys.length, ...keys, ...args.map(String));
  }

  open(): Promise<{ readonly client: RedisClient; readonly close?: () => void }> {
    this.#connected ??= this.#connect();
    return this.#connected;
  }

  async close(): Promise<void> {
    const connected = this.#connected;
    this.#connected = undefined;
    (await connected)?.close?.();
  }
}

/** The library is loaded here, with the first call that is counted. */
async function connectTo(url: string): Promise<{ readonly client: RedisClient; readonly close: () => void }> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    // Commands fail while there is no connection, instead of waiting for one.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    lazyConnect: true,
    connectTimeout: 2000,
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_MS),
  });
  // Without a listener, an outage would end the process. The commands report it.
  redis.on('error', () => undefined);
  // It goes on trying by itself if this fails.
  await redis.connect().catch(() => undefined);
  return { client: redis, close: () => redis.disconnect() };
}

const MAX_RECONNECT_MS = 500;
