import type { ApprovalDecided } from './approval-decided.ts';
import type { HookDecision, HookEventName } from './hook-event.ts';
import type { Principal, ToolMode } from './tool-context.ts';
import type { ToolError } from './tool-error.ts';
import type { ToolResult } from './tool-result.ts';

/** What each type of event carries. Packages add types by declaration merging. */
export interface ActivityEventData {
  tool_call_start: {
    readonly toolName: string;
    /** As validated, repairs and defaults included; undefined for a call that was refused. */
    readonly arguments: unknown;
    /** As they came: a copy, cut where they are very large. The very `arguments` where nothing was changed. */
    readonly sent: unknown;
  };
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
  /** A call has reached the approve phase, and this is what was decided. */
  approval_decided: { readonly toolName: string } & ApprovalDecided;
  /** The set of tools has changed; of no call and no task. */
  tools_changed: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** Other handlers, packs or aliases under the same names. */
    readonly changed: readonly string[];
  };
  /** A task's mode was set; of no call. */
  mode_changed: { readonly mode: ToolMode; readonly previous: ToolMode };
  hook_start: { readonly toolName: string; readonly hook: string; readonly event: HookEventName };
  hook_end: {
    readonly toolName: string;
    readonly hook: string;
    readonly event: HookEventName;
    readonly decision: HookDecision;
    readonly durationMs: number;
    /** Why it decided so, or how it failed. */
    readonly reason?: string;
    /** What it adds to the conversation. */
    readonly context?: string;
    /** What it tells the person, not the model. */
    readonly notice?: string;
    /** It may not cancel: its decision does not count. */
    readonly ignored?: true;
    readonly changedParameters?: true;
  };
  /** What all hooks of one event add to the conversation. */
  hook_context: { readonly toolName: string; readonly event: HookEventName; readonly context: string };
}

export type ActivityEventType = keyof ActivityEventData;

export interface ActivityEvent<T extends ActivityEventType = ActivityEventType> {
  readonly type: T;
  /** Grows by one per event of a stream. */
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** Empty for what belongs to no call. */
  readonly callId: string;
  /** Core's own id of the call: unlike `callId`, no other call's. */
  readonly callKey: string;
  /** Empty for what belongs to no task. */
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
  APPROVAL_DECIDED: 'approval_decided',
  TOOLS_CHANGED: 'tools_changed',
  MODE_CHANGED: 'mode_changed',
  HOOK_START: 'hook_start',
  HOOK_END: 'hook_end',
  HOOK_CONTEXT: 'hook_context',
} as const);
