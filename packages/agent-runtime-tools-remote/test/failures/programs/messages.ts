/** What the programs are started with, as JSON in their first argument. */
export interface ProgramOptions {
  readonly name: string;
  readonly url: string;
  readonly place: string;
  /** A folder for the journal, and the file in which effects are counted. */
  readonly folder: string;
  /** The worker has recorded the result in its journal, and never tells the queue. */
  readonly holdResults?: boolean;
  /** The calls of the caller go on without it. */
  readonly detached?: boolean;
}

/** How far a call has come in a worker. */
export interface Reached {
  readonly id: string;
  readonly point: 'started' | 'effect' | 'aborted' | 'result-held';
}

/** What the worker's tools are called with. */
export interface EffectParams {
  readonly id: string;
  /** Where the handler waits: before its effect, after it, or nowhere. */
  readonly hold: 'before' | 'after' | 'none';
  readonly ms: number;
  readonly ignoresAbort?: boolean;
}

export const SECRET = 'a secret that only tests know';

/** Long enough for a busy machine, short enough for tests. */
export const TIMES = { leaseMs: 3000, lockMs: 3000, stallCheckMs: 1000, commandTimeoutMs: 3000 };

/** What a caller that asks is told to do: make a call, or answer a request of any process. */
export type AskingOrder =
  | { readonly kind: 'call'; readonly params: EffectParams }
  | { readonly kind: 'answer'; readonly id: string };

export type AskingReport =
  | { readonly kind: 'asked'; readonly id: string }
  | { readonly kind: 'answered'; readonly id: string; readonly counted: boolean }
  | { readonly kind: 'result'; readonly id: string; readonly code: string };
