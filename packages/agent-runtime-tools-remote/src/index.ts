export { serveCalls, type CallServer, type ServeCallsOptions } from './worker/serve-calls.ts';
export { remotePack, type RemotePack, type RemotePackOptions } from './caller/remote-pack.ts';
export { bullmq, type BullmqOptions } from './driver/bullmq/bullmq.ts';
export { localCalls } from './driver/local/local-calls.ts';
export { EngineUnavailableError, JobStoppedError, SubmissionUncertainError } from './driver/driver-errors.ts';
export { remoteErrors } from './errors.ts';

export type {
  CallDriver,
  CallerLink,
  CallerListener,
  CallJob,
  JobOutcome,
  StartedJob,
  WorkerLink,
  WorkerLinkOptions,
} from './driver/call-driver.ts';
export type { EngineTimes } from './driver/bullmq/engine.ts';
export type { Secret } from './protocol/seal.ts';
