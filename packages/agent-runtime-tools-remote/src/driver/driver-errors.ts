/** The engine cannot be reached. Nothing was sent. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

/** The connection failed while a job was sent, so it may or may not have arrived. */
export class SubmissionUncertainError extends Error {
  override readonly name = 'SubmissionUncertainError';
}

/** Why a job has to stop: its caller cancelled it or is gone, this worker lost the job to another, or it shuts down. */
export class JobStoppedError extends Error {
  override readonly name = 'JobStoppedError';
  readonly reason: 'cancelled' | 'caller-gone' | 'job-lost' | 'shutdown';

  constructor(reason: JobStoppedError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
