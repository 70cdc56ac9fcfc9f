import type { ApprovalDecided } from './approval-decided.ts';
import type { ArtifactRef } from './artifact-store.ts';
import type { ToolError } from './tool-error.ts';

export type ToolResult<T = unknown> =
  | { readonly ok: true; readonly value: T; readonly metadata: ResultMetadata }
  | { readonly ok: false; readonly error: ToolError; readonly metadata: ResultMetadata };

/** Everything about a call besides its value. The coordinator fills in the identity and the times. */
export interface ResultMetadata extends HandlerMetadata {
  readonly callId: string;
  readonly toolName: string;
  readonly toolVersion: string;
  /** From start to result, without the time spent waiting for a person or for a free slot. */
  readonly executionTimeMs: number;
  /** How often the handler was started; 0 if the call ended before that. */
  readonly attempts: number;
  /** Time spent waiting for a person or for a free slot, if any: the sum of the next two. */
  readonly waitedMs?: number;
  /** Time spent waiting for a free slot. */
  readonly queuedMs?: number;
  /** Time spent in the approve phase, for example waiting for a person's answer. */
  readonly approvalWaitMs?: number;
  /** The decision of the approve phase, if the call reached it. */
  readonly approval?: ApprovalDecided;
  /**
   * True if an approver, for example a person, gave the value in the tool's place and it is not known to be of the tool's
   * type: there is no output schema, or the value does not match it.
   */
  readonly answeredInPlace?: true;
  /** The repairs that made the arguments valid. */
  readonly repaired?: readonly Repair[];
}

/** The part of the metadata that a handler or a middleware may add. */
export interface HandlerMetadata {
  readonly bytesRead?: number;
  readonly bytesWritten?: number;
  readonly filesAccessed?: readonly string[];
  /** Text that hooks add to the conversation for the model. */
  readonly contextModifications?: readonly string[];
  readonly warnings?: readonly string[];
  readonly artifacts?: readonly ArtifactRef[];
}

/** One repair of the arguments: where, and what was done. */
export interface Repair {
  /** A JSON pointer into the arguments; '' is the root. */
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
