import type { ApprovalDecided } from './approval-decided.ts';
import type { ArtifactRef } from './artifact-store.ts';
import type { ToolError } from './tool-error.ts';

export type ToolResult<T = unknown> =
  | { readonly ok: true; readonly value: T; readonly metadata: ResultMetadata }
  | { readonly ok: false; readonly error: ToolError; readonly metadata: ResultMetadata };

/** What is known about a call besides its value. The coordinator fills the identity and the times. */
export interface ResultMetadata extends HandlerMetadata {
  readonly callId: string;
  readonly toolName: string;
  readonly toolVersion: string;
  /** From acceptance to result, without the time spent waiting for a person or for a free slot. */
  readonly executionTimeMs: number;
  /** How often the handler was started: 0 when the call ended before it. */
  readonly attempts: number;
  /** Time spent waiting for a person or for a free slot, where there was any: the sum of the next two. */
  readonly waitedMs?: number;
  /** Time spent waiting for a free slot. */
  readonly queuedMs?: number;
  /** Time spent in the approve phase, which is a person's where one was asked. */
  readonly approvalWaitMs?: number;
  /** What was decided in the approve phase, where the call reached it. */
  readonly approval?: ApprovalDecided;
  /** Every change made to the arguments so that they fit the schema. */
  readonly repaired?: readonly Repair[];
}

/** The part of the metadata that a handler or a middleware may add. */
export interface HandlerMetadata {
  readonly bytesRead?: number;
  readonly bytesWritten?: number;
  readonly filesAccessed?: readonly string[];
  /** Text that hooks add to the conversation. */
  readonly contextModifications?: readonly string[];
  readonly warnings?: readonly string[];
  readonly artifacts?: readonly ArtifactRef[];
}

/** One repair of the arguments: where, what was done, and what the caller had sent. */
export interface Repair {
  /** JSON pointer into the arguments; '' is the whole. */
  readonly path: string;
  readonly action: RepairAction;
}

export type RepairAction =
  | 'parsed-json'
  | 'removed-code-fence'
  | 'removed-trailing-comma'
  | 'string-to-number'
  | 'string-to-boolean'
  | 'wrapped-in-array'
  | 'dropped-null'
  | 'renamed-parameter';
