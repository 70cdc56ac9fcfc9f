import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

export interface PostgresListenerOptions {
  /** Makes a client that is not connected yet. */
  readonly createClient: () => Client;
  readonly channel: string;
  readonly onNotice: (payload: string) => void;
  /** Called after each connection: notices may have been missed before it. */
  readonly onConnected: () => void;
}

/** Listens to a channel of PostgreSQL, and connects again after outages until it is stopped. */
export class PostgresListener {
  readonly #options: PostgresListenerOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: PostgresListenerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    for (let delay = FIRST_DELAY_MS; !signal.aborted; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      if (await this.#listenOnce()) delay = FIRST_DELAY_MS;
      await sleep(delay, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Resolves when the connection is over, to whether there was one. Never rejects. */
  async #listenOnce(): Promise<boolean> {
    const { createClient, channel, onNotice, onConnected } = this.#options;
    const { signal } = this.#stop;
    const client = createClient();
    const over = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    let isListening = false;
    const listen = async (): Promise<void> => {
      await client.connect();
      client.on('notification', ({ payload = '' }) => onNotice(payload));
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      isListening = true;
      onConnected();
      await this.#ping(client);
    };
    // Fails when the connection ends; it is tried again later.
    const listening = listen().catch(() => undefined);
    await Promise.race([over, listening]);
    await Promise.race([client.end().catch(() => undefined), sleep(END_MS, undefined, { ref: false })]);
    return isListening;
  }

  /** Rejects when the server does not answer any more. */
  async #ping(client: Client): Promise<void> {
    for (;;) {
      await sleep(PING_MS, undefined, { signal: this.#stop.signal, ref: false });
      await client.query('SELECT 1');
    }
  }
}

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2000;
/** A connection that is dead without having been closed is found within this time. */
const PING_MS = 15_000;
const END_MS = 1000;
