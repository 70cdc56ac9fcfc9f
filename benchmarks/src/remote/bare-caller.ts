import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { BARE_QUEUE } from './messages.ts';

/** BullMQ with nothing around it: adds a job and waits for its result, with one listener for all of them. */
export class BareCaller {
  readonly #clients: readonly Redis[];
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #waiting = new Map<string, (value: unknown) => void>();

  constructor(url: string) {
    const connect = (): Redis => new Redis(url, { maxRetriesPerRequest: null });
    const [queueClient, eventsClient] = [connect(), connect()];
    this.#clients = [queueClient, eventsClient];
    this.#queue = new Queue(BARE_QUEUE, { connection: queueClient });
    this.#events = new QueueEvents(BARE_QUEUE, { connection: eventsClient, lastEventId: '0-0' });
    this.#events.on('completed', ({ jobId, returnvalue }) => {
      this.#waiting.get(jobId)?.(returnvalue);
      this.#waiting.delete(jobId);
    });
  }

  async ready(): Promise<void> {
    await Promise.all([this.#queue.waitUntilReady(), this.#events.waitUntilReady()]);
  }

  async call(text: string): Promise<unknown> {
    const jobId = randomUUID();
    const result = new Promise<unknown>((resolve) => this.#waiting.set(jobId, resolve));
    const kept = { age: 60 };
    await this.#queue.add('call', { text }, { jobId, removeOnComplete: kept, removeOnFail: kept });
    return result;
  }

  async close(): Promise<void> {
    await Promise.all([this.#events.close(), this.#queue.close()]);
    for (const client of this.#clients) client.disconnect();
  }
}
