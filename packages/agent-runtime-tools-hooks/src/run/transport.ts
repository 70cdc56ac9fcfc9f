import type { ArtifactOwner, TraceContext } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';

/** Delivers the input to a hook and returns its reply. */
export interface Transport {
  /** A short description of what it runs. */
  readonly describe: string;
  /** Never rejects. Leaves nothing running. */
  deliver(input: object, delivery: Delivery): Promise<Reply>;
}

export interface Delivery {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The time between SIGTERM and SIGKILL. */
  readonly killGraceMs: number;
  readonly cwd: string;
  readonly owner: ArtifactOwner;
  /** Passed on to programs and services. */
  readonly trace?: TraceContext;
  readonly env: Readonly<Record<string, string>>;
  readonly processes: () => Processes;
}

export type Reply =
  /** A program that exited. */
  | { readonly kind: 'exited'; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: unknown }
  /** The hook timed out, crashed, could not be reached or printed too much. */
  | { readonly kind: 'failed'; readonly why: string }
  /** The call was stopped. */
  | { readonly kind: 'cancelled' };

/** A longer answer is a failure. */
export const MAX_ANSWER_CHARS = 1_000_000;
