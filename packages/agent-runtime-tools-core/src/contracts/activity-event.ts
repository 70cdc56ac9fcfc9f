import type { Principal } from './tool-context.ts';
import type { ToolError } from './tool-error.ts';
import type { ToolResult } from './tool-result.ts';

/** What each type of event carries. Packages add types by declaration merging. */
export interface ActivityEventData {
  tool_call_start: { readonly toolName: string; readonly arguments: unknown };
  tool_call_end: {
    readonly toolName: string;
    readonly success: boolean;
    readonly durationMs: number;
    /** Absent in a replayed event whose result was too large to keep. */
    readonly result?: ToolResult;
  };
  tool_output_chunk: { readonly toolName: string; readonly chunk: string };
  tool_progress: {
    readonly toolName: string;
    readonly done: number;
    readonly total?: number;
    readonly message?: string;
  };
  error: { readonly toolName: string; readonly error: ToolError };
}

export type ActivityEventType = keyof ActivityEventData;

export interface ActivityEvent<T extends ActivityEventType = ActivityEventType> {
  readonly type: T;
  /** Grows by one per event of a stream. */
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly callId: string;
  /** Core's own id of the call: unlike `callId`, no other call's. */
  readonly callKey: string;
  readonly taskId: string;
  /** On whose behalf, where the host says so. */
  readonly principal?: Principal;
  readonly data: ActivityEventData[T];
}

/** An event of any type, to be narrowed by `type`. */
export type AnyActivityEvent = { [T in ActivityEventType]: ActivityEvent<T> }[ActivityEventType];

/** The types of core, by the names people know. */
export const ActivityEventType = Object.freeze({
  TOOL_CALL_START: 'tool_call_start',
  TOOL_CALL_END: 'tool_call_end',
  TOOL_OUTPUT_CHUNK: 'tool_output_chunk',
  TOOL_PROGRESS: 'tool_progress',
  ERROR: 'error',
} as const);
