import { randomUUID } from 'node:crypto';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { Queue, QueueEvents, type QueueEventsListener } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CallerLink, CallerListener, CallJob, JobOutcome } from '../call-driver.ts';
import { EngineUnavailableError, SubmissionUncertainError } from '../driver-errors.ts';
import { connectForCommands, patientClient } from './connect.ts';
import {
  MAX_EVENTS,
  OUTPUT_EVENT,
  QUEUE,
  WORKERS_EVENT,
  type Engine,
  type JobData,
  type StopMessage,
} from './engine.ts';
import { WorkerList } from './worker-lease.ts';

interface OutputEvent {
  readonly call: string;
  readonly text: string;
}

interface CallEvents extends QueueEventsListener {
  [OUTPUT_EVENT]: (event: OutputEvent) => void;
  [WORKERS_EVENT]: () => void;
}

/** Rejects with an EngineUnavailableError if Redis does not answer. */
export async function openBullmqCaller(engine: Engine, listener: CallerListener): Promise<CallerLink> {
  const { url, keys, commandTimeoutMs } = engine;
  const redis = await connectForCommands(url, commandTimeoutMs);
  const queue = new Queue<JobData, string>(QUEUE, {
    connection: redis,
    prefix: keys.prefix,
    streams: { events: { maxLen: MAX_EVENTS } },
  });
  queue.on('error', () => undefined);
  try {
    await queue.waitUntilReady();
    const [last] = await redis.xrevrange(queue.keys['events'] ?? '', '+', '-', 'COUNT', 1);
    // One listener for all calls. It is never connected itself: BullMQ makes its own connection from it.
    const template = patientClient(url);
    const events = new QueueEvents(QUEUE, {
      connection: template,
      prefix: keys.prefix,
      // Events from now on: with `$`, those between two reads would be missed.
      lastEventId: last?.[0] ?? '0-0',
      blockingTimeout: 2000,
    });
    events.on('error', () => undefined);
    template.disconnect();
    await events.waitUntilReady();
    const link = new BullmqCaller(engine, { redis, queue, events, listener });
    await link.renewLease();
    return link;
  } catch (error) {
    redis.disconnect();
    throw new EngineUnavailableError(errorMessage(error), { cause: error });
  }
}

interface CallerParts {
  readonly redis: Redis;
  readonly queue: Queue<JobData, string>;
  readonly events: QueueEvents;
  readonly listener: CallerListener;
}

class BullmqCaller implements CallerLink {
  readonly #id = randomUUID();
  readonly #engine: Engine;
  readonly #parts: CallerParts;
  readonly #workers: WorkerList;
  /** Jobs that were handed over and have not ended. */
  readonly #jobs = new Map<string, { readonly detached: boolean; checkedAt: number; isSubmitted: boolean }>();
  /** Jobs that may have been handed over although the caller was told that they were not. */
  readonly #unwanted = new Set<string>();
  readonly #timers: readonly NodeJS.Timeout[];
  #isSweeping = false;
  #isClosed = false;

  constructor(engine: Engine, parts: CallerParts) {
    this.#engine = engine;
    this.#parts = parts;
    this.#workers = new WorkerList(parts.redis, engine.keys);
    const { events, listener, redis } = parts;
    events.on('active', ({ jobId }) => this.#jobs.has(jobId) && listener.onStarted(jobId));
    events.on('completed', ({ jobId, returnvalue }) =>
      this.#end(jobId, { kind: 'done', payload: String(returnvalue) }),
    );
    events.on('failed', ({ jobId, failedReason }) => this.#end(jobId, { kind: 'lost', reason: failedReason }));
    events.on<CallEvents>(
      OUTPUT_EVENT,
      ({ call, text }: OutputEvent) => this.#jobs.has(call) && listener.onMessage(call, text),
    );
    events.on<CallEvents>(WORKERS_EVENT, () => listener.onWorkersChanged());
    // Redis may have lost its data. Workers must not take the caller for gone when they get its next job.
    redis.on('ready', () => void this.#recover());
    this.#timers = [
      setInterval(() => void this.#renewAndLook(), engine.leaseMs / 3).unref(),
      setInterval(() => void this.#sweep(), SWEEP_MS).unref(),
    ];
  }

  async submit({ id, payload, detached }: CallJob): Promise<void> {
    const { redis, queue } = this.#parts;
    if (this.#isClosed || redis.status !== 'ready')
      throw new EngineUnavailableError(this.#isClosed ? 'the connection is closed' : 'Redis is not connected');
    const job = { detached, checkedAt: Date.now(), isSubmitted: false };
    this.#jobs.set(id, job);
    const kept = { age: Math.ceil(this.#engine.keepResultsMs / 1000) };
    try {
      await queue.add(
        'call',
        { payload, caller: this.#id, detached },
        {
          jobId: id,
          attempts: 1,
          // Results are kept by age. If they were removed at once, a caller that was cut off could not find them.
          removeOnComplete: kept,
          removeOnFail: kept,
        },
      );
      job.isSubmitted = true;
    } catch (error) {
      this.#jobs.delete(id);
      const message = errorMessage(error);
      if (message.includes("Stream isn't writeable")) throw new EngineUnavailableError(message, { cause: error });
      if (this.#unwanted.size < MAX_UNWANTED) this.#unwanted.add(id);
      throw new SubmissionUncertainError(message, { cause: error });
    }
  }

  async withdraw(id: string): Promise<boolean> {
    const job = await this.#parts.queue.getJob(id);
    if (job === undefined || job.attemptsStarted > 0 || job.finishedOn !== undefined) return false;
    try {
      await job.remove();
    } catch {
      // A worker has just taken it.
      return false;
    }
    this.#jobs.delete(id);
    return true;
  }

  async isHeld(id: string): Promise<boolean> {
    const { redis, queue } = this.#parts;
    // A worker renews the lock of a job for as long as it runs it.
    return (await redis.exists(`${queue.toKey(id)}:lock`)) > 0;
  }

  async cancel(id: string, reason: string): Promise<void> {
    await this.#publishStop({ id, reason, callerGone: false });
  }

  announcements(): Promise<readonly string[]> {
    return this.#workers.read();
  }

  async renewLease(): Promise<void> {
    const { redis } = this.#parts;
    if (redis.status === 'ready') await redis.set(this.#engine.keys.caller(this.#id), '1', 'PX', this.#engine.leaseMs);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    const { redis, queue, events } = this.#parts;
    if (redis.status === 'ready') {
      const attached = [...this.#jobs].filter(([, { detached }]) => !detached);
      const stops = attached.map(([id]) => this.#stopOrWithdraw(id, 'The caller is gone.', true));
      await Promise.allSettled([...stops, redis.del(this.#engine.keys.caller(this.#id))]);
    }
    this.#jobs.clear();
    await Promise.allSettled([events.close(), queue.close()]);
    redis.disconnect();
  }

  async #stopOrWithdraw(id: string, reason: string, callerGone: boolean): Promise<void> {
    if (!(await this.withdraw(id))) await this.#publishStop({ id, reason, callerGone });
  }

  async #publishStop(message: StopMessage): Promise<void> {
    await this.#parts.redis.publish(this.#engine.keys.stops, JSON.stringify(message));
  }

  #end(id: string, outcome: JobOutcome): void {
    if (this.#jobs.delete(id)) this.#parts.listener.onOutcome(id, outcome);
  }

  async #renewAndLook(): Promise<void> {
    // It may have been the end of a worker's lease, which is no event.
    this.#parts.listener.onWorkersChanged();
    await this.renewLease().catch(() => undefined);
  }

  async #recover(): Promise<void> {
    await this.renewLease().catch(() => undefined);
    this.#parts.listener.onWorkersChanged();
    for (const id of this.#unwanted) {
      try {
        await this.#stopOrWithdraw(id, 'The caller was told that the call was not made.', false);
        this.#unwanted.delete(id);
      } catch {
        return;
      }
    }
    for (const job of this.#jobs.values()) job.checkedAt = 0;
    await this.#sweep();
  }

  /** Asks for jobs whose events may have been missed: the connection was interrupted, or Redis has lost its data. */
  async #sweep(): Promise<void> {
    if (this.#isSweeping || this.#parts.redis.status !== 'ready') return;
    this.#isSweeping = true;
    try {
      const now = Date.now();
      const due = [...this.#jobs].filter(
        ([, { isSubmitted, checkedAt }]) => isSubmitted && now - checkedAt >= SWEEP_MS,
      );
      for (const [id, job] of due.slice(0, MAX_SWEPT)) {
        job.checkedAt = now;
        const found = await this.#parts.queue.getJob(id);
        // A worker may have written to the job after Redis had lost it: then its call is missing.
        if (found === undefined || !('payload' in found.data))
          this.#end(id, { kind: 'lost', reason: 'the queue does not know it any more' });
        else if (found.finishedOn !== undefined && found.failedReason !== undefined && found.failedReason !== null)
          this.#end(id, { kind: 'lost', reason: found.failedReason });
        else if (found.finishedOn !== undefined) this.#end(id, { kind: 'done', payload: found.returnvalue });
      }
    } catch {
      // Redis does not answer; the next sweep tries again.
    } finally {
      this.#isSweeping = false;
    }
  }
}

const SWEEP_MS = 3000;
const MAX_SWEPT = 200;
const MAX_UNWANTED = 10_000;
