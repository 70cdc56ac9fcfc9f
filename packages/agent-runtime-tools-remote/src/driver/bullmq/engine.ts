/** The times of the engine, in milliseconds. */
export interface EngineTimes {
  /** After how long a worker or a caller that says nothing counts as gone. Renewed three times as often. Default 15,000. */
  readonly leaseMs: number;
  /**
   * How long a worker owns a job without renewing its lock. A handler that blocks the event loop for longer looks dead, and
   * its job is given to another worker. Default 10,000.
   */
  readonly lockMs: number;
  /** How often workers look for jobs whose lock has ended. Default 5,000. */
  readonly stallCheckMs: number;
  /** How long results are kept, for callers that were cut off when they came. Default 60,000. */
  readonly keepResultsMs: number;
  /** How long a caller waits for an answer of Redis. Default 2,000. */
  readonly commandTimeoutMs: number;
}

export const DEFAULT_TIMES: EngineTimes = {
  leaseMs: 15_000,
  lockMs: 10_000,
  stallCheckMs: 5000,
  keepResultsMs: 60_000,
  commandTimeoutMs: 2000,
};

/** What a connection to one place needs to know. */
export interface Engine extends EngineTimes {
  readonly url: string;
  readonly keys: PlaceKeys;
}

export interface PlaceKeys {
  /** BullMQ's own keys begin with it. */
  readonly prefix: string;
  /** A sorted set: workers by the time at which their lease ends. */
  readonly workers: string;
  /** The announcement with this digest. */
  readonly announcement: (digest: string) => string;
  /** Exists as long as the caller is alive. */
  readonly caller: (id: string) => string;
  /** The channel on which workers are told to stop jobs. */
  readonly stops: string;
}

/** The braces keep all keys of a place on one node of a Redis cluster. */
export function keysOf(prefix: string, place: string): PlaceKeys {
  const base = `{${prefix}:${place}}`;
  return {
    prefix: base,
    workers: `${base}:workers`,
    announcement: (digest) => `${base}:tools:${digest}`,
    caller: (id) => `${base}:caller:${id}`,
    stops: `${base}:stops`,
  };
}

export const QUEUE = 'calls';

/** Names of the events that workers add to those of BullMQ. */
export const OUTPUT_EVENT = 'call-output';
export const WORKERS_EVENT = 'workers-changed';
/** How many events Redis keeps for callers that read them late. */
export const MAX_EVENTS = 10_000;

/** What a job of the queue holds. */
export interface JobData {
  readonly payload: string;
  readonly caller: string;
  readonly detached: boolean;
}

/** A message on the channel `stops`. */
export interface StopMessage {
  readonly id: string;
  readonly reason: string;
  readonly callerGone: boolean;
}
