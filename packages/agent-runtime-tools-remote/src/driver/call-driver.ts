/**
 * Carries calls from callers to the workers of a place, and answers back. It transports text that it does not understand:
 * tickets, definitions and results are the business of `serveCalls` and `remotePack`.
 */
export interface CallDriver {
  openCaller(place: string, listener: CallerListener): Promise<CallerLink>;
  openWorker(place: string, options: WorkerLinkOptions): Promise<WorkerLink>;
}

/** A call on its way to a worker. */
export interface CallJob {
  /** Unique. A second job of the same id is not run. */
  readonly id: string;
  readonly payload: string;
  /** The job goes on if its caller is gone. */
  readonly detached: boolean;
}

/** One caller's connection to one place. */
export interface CallerLink {
  /**
   * Hands the job over. Rejects at once with an EngineUnavailableError if nothing was sent, and with a
   * SubmissionUncertainError if the job may have been handed over nevertheless.
   */
  submit(job: CallJob): Promise<void>;
  /** Takes a job back. True if no worker has started it, and none will. */
  withdraw(id: string): Promise<boolean>;
  /** Whether a live worker holds the job: it is running it, or was until a moment ago. */
  isHeld(id: string): Promise<boolean>;
  /** Tells the worker that runs the job to stop it. May get lost: repeat it until there is an outcome. */
  cancel(id: string, reason: string): Promise<void>;
  /** The announcements of the workers that are alive, latest first. */
  announcements(): Promise<readonly string[]>;
  /** Jobs of this caller that are not detached are stopped. */
  close(): Promise<void>;
}

/** What a caller hears. */
export interface CallerListener {
  onStarted(id: string): void;
  /** The messages of a job arrive in the order in which the worker sent them, and before its outcome. */
  onMessage(id: string, text: string): void;
  /** Called once for each submitted job that was not withdrawn. */
  onOutcome(id: string, outcome: JobOutcome): void;
  /** Workers have come or gone, or have changed their announcement. */
  onWorkersChanged(): void;
}

/** `lost`: the job is gone without a result. It may have run. */
export type JobOutcome =
  | { readonly kind: 'done'; readonly payload: string }
  | { readonly kind: 'lost'; readonly reason: string };

export interface WorkerLinkOptions {
  /** How many jobs may run at once. */
  readonly concurrency: number;
  /** Runs a job. Resolves to the payload of its outcome; must not reject. */
  readonly run: (job: StartedJob) => Promise<string>;
  readonly onProblem: (message: string) => void;
}

/** A job that a worker has to run. */
export interface StartedJob {
  readonly id: string;
  readonly payload: string;
  /** 1 for the first start; more if an earlier worker may have run the job, or a part of it. */
  readonly start: number;
  /** Aborted with a JobStoppedError if the job has to stop. */
  readonly signal: AbortSignal;
  /** Sends a message to the caller. Messages may get lost, but are never reordered. */
  readonly send: (text: string) => void;
}

/** One worker's connection to one place. */
export interface WorkerLink {
  /** Tells callers about this worker, until it is closed or has died. Replaces an earlier announcement. */
  announce(text: string): Promise<void>;
  /** Takes no more jobs, and resolves when those that run have ended. Jobs that run on after `timeoutMs` are stopped. */
  close(options: { readonly timeoutMs: number }): Promise<void>;
}
