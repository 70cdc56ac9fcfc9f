import type { Redis } from 'ioredis';

/** Connects to Redis when that is first needed, and again after `close`. */
export class RedisConnection {
  readonly #url: string;
  readonly #timeoutMs: number;
  #connecting: Promise<Redis> | undefined;

  constructor(url: string, timeoutMs: number) {
    const protocol = URL.canParse(url) ? new URL(url).protocol : '';
    // Says nothing of the URL, which may have a password.
    if (protocol !== 'redis:' && protocol !== 'rediss:') throw new TypeError('The URL must be redis:// or rediss://.');
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  /** Runs a script. Rejects at once while there is no connection. */
  async run(script: string, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    this.#connecting ??= this.#connect();
    return (await this.#connecting).eval(script, keys.length, ...keys, ...args);
  }

  /** Calls `onMessage` for each message of a channel, and `onConnected` whenever messages may have been missed before. */
  async subscribe(
    channel: string,
    { onMessage, onConnected }: { readonly onMessage: () => void; readonly onConnected: () => void },
  ): Promise<() => Promise<void>> {
    const redis = await this.#open({ autoResubscribe: false });
    redis.on('ready', () => void redis.subscribe(channel).then(onConnected, () => redis.disconnect(true)));
    redis.on('message', onMessage);
    void redis.connect().catch(() => undefined);
    return async () => redis.disconnect();
  }

  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = undefined;
    (await connecting)?.disconnect();
  }

  async #connect(): Promise<Redis> {
    const redis = await this.#open({ commandTimeout: this.#timeoutMs });
    // It goes on trying by itself if this fails.
    await redis.connect().catch(() => undefined);
    return redis;
  }

  /** The library is loaded here. */
  async #open(options: { readonly commandTimeout?: number; readonly autoResubscribe?: boolean }): Promise<Redis> {
    const { Redis: Client } = await import('ioredis');
    const redis = new Client(this.#url, {
      ...options,
      // Commands fail while there is no connection, instead of waiting for one.
      enableOfflineQueue: false,
      // A command that failed may have been carried out, and must not be sent again.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      lazyConnect: true,
      connectTimeout: this.#timeoutMs,
      keepAlive: KEEP_ALIVE_MS,
      retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_MS),
    });
    // Without a listener, an outage would end the process. The commands report it.
    redis.on('error', () => undefined);
    return redis;
  }
}

const MAX_RECONNECT_MS = 500;
const KEEP_ALIVE_MS = 15_000;
