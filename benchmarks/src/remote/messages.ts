/** What a worker process is started with, as JSON in its first argument. */
export interface WorkerOptions {
  readonly kind: 'ours' | 'bare';
  readonly url: string;
  readonly place: string;
  /** The folder of the journal. */
  readonly folder: string;
}

/** A worker tells when a handler was stopped, and how much CPU time it has used. Times are milliseconds since the epoch. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting'; readonly id: string }
  | { readonly kind: 'stopped'; readonly id: string; readonly at: number }
  | { readonly kind: 'cpu'; readonly ms: number };

export const SECRET = 'a secret for benchmarks alone';
export const BARE_QUEUE = 'bare';

/** Comparable between processes of one machine. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
