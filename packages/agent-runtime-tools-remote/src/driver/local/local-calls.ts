import { EngineUnavailableError, JobStoppedError } from '../driver-errors.ts';
import type { CallDriver, CallerLink, CallerListener, CallJob, WorkerLink, WorkerLinkOptions } from '../call-driver.ts';

/** Carries calls within this process: for tests, and for applications that do not need another machine yet. */
export function localCalls(): CallDriver {
  const places = new Map<string, LocalPlace>();
  const placeOf = (name: string): LocalPlace => {
    const place = places.get(name) ?? new LocalPlace();
    places.set(name, place);
    return place;
  };
  return {
    openCaller: async (place, listener) => placeOf(place).openCaller(listener),
    openWorker: async (place, options) => placeOf(place).openWorker(options),
  };
}

interface QueuedJob {
  readonly job: CallJob;
  readonly caller: LocalCaller;
}

interface RunningJob extends QueuedJob {
  readonly controller: AbortController;
}

interface LocalCaller {
  readonly listener: CallerListener;
  isOpen: boolean;
}

interface LocalWorker {
  readonly options: WorkerLinkOptions;
  readonly running: Map<string, RunningJob>;
  announcement: string | undefined;
  isOpen: boolean;
  onIdle: (() => void) | undefined;
}

class LocalPlace {
  readonly #callers = new Set<LocalCaller>();
  /** The one that announced itself last is first. */
  #workers: LocalWorker[] = [];
  readonly #queue: QueuedJob[] = [];

  openCaller(listener: CallerListener): CallerLink {
    const caller: LocalCaller = { listener, isOpen: true };
    this.#callers.add(caller);
    return {
      submit: async (job) => {
        if (!caller.isOpen) throw new EngineUnavailableError('the connection is closed');
        if (this.#queue.length >= MAX_QUEUED) throw new EngineUnavailableError('too many calls are waiting');
        const isKnown =
          this.#queue.some((queued) => queued.job.id === job.id) || this.#runningJob(job.id) !== undefined;
        if (!isKnown) this.#queue.push({ job, caller });
        this.#startJobs();
      },
      withdraw: async (id) => {
        const at = this.#queue.findIndex((queued) => queued.job.id === id);
        if (at >= 0) this.#queue.splice(at, 1);
        return at >= 0;
      },
      isHeld: async (id) => this.#runningJob(id) !== undefined,
      cancel: async (id, reason) => this.#runningJob(id)?.controller.abort(new JobStoppedError('cancelled', reason)),
      announcements: async () => this.#workers.flatMap(({ announcement }) => announcement ?? []),
      close: async () => this.#closeCaller(caller),
    };
  }

  openWorker(options: WorkerLinkOptions): WorkerLink {
    const worker: LocalWorker = {
      options,
      running: new Map(),
      announcement: undefined,
      isOpen: true,
      onIdle: undefined,
    };
    this.#workers.unshift(worker);
    this.#startJobs();
    return {
      announce: async (text) => {
        worker.announcement = text;
        this.#workers = [worker, ...this.#workers.filter((other) => other !== worker)];
        this.#workersChanged();
      },
      close: async ({ timeoutMs }) => this.#closeWorker(worker, timeoutMs),
    };
  }

  #startJobs(): void {
    for (const worker of this.#workers)
      while (worker.isOpen && worker.running.size < worker.options.concurrency) {
        const queued = this.#queue.shift();
        if (queued === undefined) return;
        void this.#run(worker, queued);
      }
  }

  async #run(worker: LocalWorker, queued: QueuedJob): Promise<void> {
    const { job, caller } = queued;
    const controller = new AbortController();
    worker.running.set(job.id, { ...queued, controller });
    // The caller goes on first, as it would if the worker were elsewhere.
    await Promise.resolve();
    caller.listener.onStarted(job.id);
    const payload = await worker.options.run({
      ...job,
      start: 1,
      signal: controller.signal,
      send: (text) => caller.listener.onMessage(job.id, text),
    });
    worker.running.delete(job.id);
    caller.listener.onOutcome(job.id, { kind: 'done', payload });
    if (worker.running.size === 0) worker.onIdle?.();
    this.#startJobs();
  }

  #runningJob(id: string): RunningJob | undefined {
    return this.#workers.map(({ running }) => running.get(id)).find((job) => job !== undefined);
  }

  #closeCaller(caller: LocalCaller): void {
    caller.isOpen = false;
    this.#callers.delete(caller);
    const own = (queued: QueuedJob): boolean => queued.caller === caller && !queued.job.detached;
    this.#queue.splice(0, this.#queue.length, ...this.#queue.filter((queued) => !own(queued)));
    for (const { running } of this.#workers)
      for (const job of running.values())
        if (own(job)) job.controller.abort(new JobStoppedError('caller-gone', 'The caller is gone.'));
  }

  async #closeWorker(worker: LocalWorker, timeoutMs: number): Promise<void> {
    if (!worker.isOpen) return;
    worker.isOpen = false;
    worker.announcement = undefined;
    this.#workersChanged();
    if (worker.running.size > 0) {
      const stop = (): void => {
        for (const { controller } of worker.running.values())
          controller.abort(new JobStoppedError('shutdown', 'The worker is shutting down.'));
      };
      const timer = setTimeout(stop, timeoutMs);
      await new Promise<void>((resolve) => (worker.onIdle = resolve));
      clearTimeout(timer);
    }
    this.#workers = this.#workers.filter((other) => other !== worker);
  }

  #workersChanged(): void {
    for (const { listener } of this.#callers) listener.onWorkersChanged();
  }
}

const MAX_QUEUED = 100_000;
