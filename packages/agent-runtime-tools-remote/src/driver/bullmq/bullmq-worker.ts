import { QueueEventsProducer, UnrecoverableError, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WorkerLink, WorkerLinkOptions } from '../call-driver.ts';
import { EngineUnavailableError, JobStoppedError } from '../driver-errors.ts';
import { CallerWatch } from './caller-watch.ts';
import { connectPatiently } from './connect.ts';
import {
  MAX_EVENTS,
  OUTPUT_EVENT,
  QUEUE,
  WORKERS_EVENT,
  type Engine,
  type JobData,
  type StopMessage,
} from './engine.ts';
import { WorkerLease } from './worker-lease.ts';

/** Rejects with an EngineUnavailableError if Redis does not answer. */
export async function openBullmqWorker(engine: Engine, options: WorkerLinkOptions): Promise<WorkerLink> {
  const redis = await connectPatiently(engine.url);
  try {
    const link = new BullmqWorker(engine, options, redis);
    await link.start();
    return link;
  } catch (error) {
    redis.disconnect();
    throw new EngineUnavailableError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

class BullmqWorker implements WorkerLink {
  readonly #engine: Engine;
  readonly #options: WorkerLinkOptions;
  readonly #redis: Redis;
  readonly #subscriber: Redis;
  readonly #lease: WorkerLease;
  readonly #callers: CallerWatch;
  readonly #producer: QueueEventsProducer;
  readonly #worker: Worker<JobData, string>;
  readonly #running = new Map<string, AbortController>();
  #closing: Promise<void> | undefined;

  constructor(engine: Engine, options: WorkerLinkOptions, redis: Redis) {
    const { keys, lockMs, stallCheckMs, leaseMs } = engine;
    this.#engine = engine;
    this.#options = options;
    this.#redis = redis;
    this.#subscriber = redis.duplicate();
    this.#subscriber.on('error', () => undefined);
    this.#lease = new WorkerLease(redis, keys, leaseMs);
    this.#callers = new CallerWatch(redis, engine, (ids) => {
      for (const id of ids) this.#stop(id, new JobStoppedError('caller-gone', 'The caller is gone.'));
    });
    const connection = { connection: redis, prefix: keys.prefix };
    // On the worker's own connection, so that output is in the stream before the result.
    this.#producer = new QueueEventsProducer(QUEUE, connection);
    this.#producer.on('error', () => undefined);
    this.#worker = new Worker<JobData, string>(QUEUE, (job) => this.#run(job), {
      ...connection,
      autorun: false,
      concurrency: options.concurrency,
      lockDuration: lockMs,
      stalledInterval: stallCheckMs,
      // A call that takes its worker with it every time is given up after this many starts.
      maxStalledCount: MAX_RESTARTS,
      runRetryDelay: 500,
    });
    // Whatever goes wrong is seen by the calls, or tried again.
    this.#worker.on('error', (error) => options.onProblem(error.message));
    this.#worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) this.#stop(id, new JobStoppedError('job-lost', 'Another worker may have the call now.'));
    });
  }

  async start(): Promise<void> {
    await this.#subscriber.connect();
    await this.#subscriber.subscribe(this.#engine.keys.stops);
    this.#subscriber.on('message', (_channel, text) => {
      const message = readStop(text);
      if (message === undefined) return;
      const { id, reason, callerGone } = message;
      this.#stop(id, new JobStoppedError(callerGone ? 'caller-gone' : 'cancelled', reason));
    });
    await this.#worker.waitUntilReady();
    void this.#worker.run().catch((error: unknown) => this.#options.onProblem(String(error)));
  }

  async announce(text: string): Promise<void> {
    await this.#lease.set(text);
    await this.#tellCallers();
  }

  close({ timeoutMs }: { readonly timeoutMs: number }): Promise<void> {
    this.#closing ??= this.#closeNow(timeoutMs);
    return this.#closing;
  }

  async #closeNow(timeoutMs: number): Promise<void> {
    await this.#lease.remove();
    await this.#tellCallers();
    const stop = setTimeout(() => {
      for (const id of this.#running.keys())
        this.#stop(id, new JobStoppedError('shutdown', 'The worker is shutting down.'));
    }, timeoutMs);
    // Without Redis, BullMQ would wait for it to hand in the results.
    const force = setTimeout(() => this.#redis.disconnect(), timeoutMs + FORCE_AFTER_MS);
    await this.#worker.close().catch(() => undefined);
    clearTimeout(stop);
    clearTimeout(force);
    this.#callers.close();
    await this.#producer.close().catch(() => undefined);
    this.#subscriber.disconnect();
    this.#redis.disconnect();
  }

  async #run(job: Job<JobData, string>): Promise<string> {
    const { id = '', data, attemptsStarted } = job;
    const { payload, caller, detached } = data;
    if (!detached && !(await this.#callers.isAlive(caller))) throw new UnrecoverableError('its caller is gone');
    // This worker has lost the job, and now gets it again.
    this.#stop(id, new JobStoppedError('job-lost', 'The call was given to a worker again.'));
    const controller = new AbortController();
    this.#running.set(id, controller);
    if (!detached) this.#callers.watch(id, caller);
    let sent: Promise<void> = Promise.resolve();
    const send = (text: string): void => {
      // During an outage, output would pile up. The caller is told how much is missing.
      if (this.#redis.status !== 'ready') return;
      const event = { eventName: OUTPUT_EVENT, call: id, text };
      sent = this.#producer.publishEvent<typeof event>(event, MAX_EVENTS).catch(() => undefined);
    };
    try {
      const { signal } = controller;
      const outcome = await this.#options.run({ id, payload, start: attemptsStarted, signal, send });
      await sent;
      return outcome;
    } finally {
      if (this.#running.get(id) === controller) {
        this.#running.delete(id);
        this.#callers.forget(id);
      }
    }
  }

  #stop(id: string, reason: JobStoppedError): void {
    this.#running.get(id)?.abort(reason);
  }

  /** Never rejects: callers look by themselves, too. */
  async #tellCallers(): Promise<void> {
    if (this.#redis.status !== 'ready') return;
    const event = { eventName: WORKERS_EVENT };
    await this.#producer.publishEvent<typeof event>(event, MAX_EVENTS).catch(() => undefined);
  }
}

function readStop(text: string): StopMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isStop(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function isStop(value: unknown): value is StopMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'reason' in value &&
    typeof value.reason === 'string' &&
    'callerGone' in value &&
    typeof value.callerGone === 'boolean'
  );
}

const MAX_RESTARTS = 10;
const FORCE_AFTER_MS = 5000;
