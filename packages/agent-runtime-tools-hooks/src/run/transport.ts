import type { ArtifactOwner, TraceContext } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';

/** How a hook's input gets to it, and its answer back. */
export interface Transport {
  /** What it runs, in a few words. */
  readonly describe: string;
  /** Never rejects, and leaves nothing running. */
  deliver(input: object, delivery: Delivery): Promise<Reply>;
}

export interface Delivery {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** From the polite signal to a program to the one that it cannot ignore. */
  readonly killGraceMs: number;
  readonly cwd: string;
  readonly owner: ArtifactOwner;
  /** Handed on to programs and services. */
  readonly trace?: TraceContext;
  readonly env: Readonly<Record<string, string>>;
  readonly processes: () => Processes;
}

export type Reply =
  /** A program that ran to its end. */
  | { readonly kind: 'exited'; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: unknown }
  /** It hung, crashed, could not be reached or said too much. */
  | { readonly kind: 'failed'; readonly why: string }
  /** The call itself was stopped. */
  | { readonly kind: 'cancelled' };

/** More than this is no answer. */
export const MAX_ANSWER_CHARS = 1_000_000;
