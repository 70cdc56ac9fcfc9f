import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

export interface PostgresListenerOptions {
  /** Makes a client that is not connected yet. */
  readonly createClient: () => Client;
  readonly channel: string;
  /** Called with the payload of each notice. */
  readonly onNotice: (payload: string) => void;
  /** Called after each connection: notices may have been missed before it. */
  readonly onConnected: () => void;
}

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 5_000;
/** A connection that is dead without having been closed is found within this time. */
const PING_MS = 15_000;

/** Listens to a channel of PostgreSQL, and connects again after outages until it is stopped. */
export class PostgresListener {
  readonly #options: PostgresListenerOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: PostgresListenerOptions) {
    this.#options = options;
  }

  /** Resolves when it listens for the first time, or has failed to. */
  start(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#running = this.#run(resolve);
    return promise;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(tried: () => void): Promise<void> {
    const { signal } = this.#stop;
    for (let delay = FIRST_DELAY_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      const wasConnected = await this.#listenOnce(tried);
      tried();
      if (wasConnected) delay = FIRST_DELAY_MS;
      await sleep(delay, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Resolves when the connection is over, to whether there was one. Never rejects. */
  async #listenOnce(connected: () => void): Promise<boolean> {
    const { createClient, channel, onNotice, onConnected } = this.#options;
    const client = createClient();
    const over = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      this.#stop.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    let isListening = false;
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) => onNotice(payload));
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      isListening = true;
      connected();
      onConnected();
      await Promise.race([over, this.#ping(client)]);
    } catch {
      // Tried again later.
    }
    await client.end().catch(() => undefined);
    return isListening;
  }

  /** Rejects when the server does not answer any more. */
  async #ping(client: Client): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await sleep(PING_MS, undefined, { signal: this.#stop.signal, ref: false });
      await client.query('SELECT 1');
    }
  }
}
