import type { ApprovalDecided } from './approval-decided.ts';
import type { Principal, ToolMode } from './tool-context.ts';
import type { ToolError } from './tool-error.ts';
import type { ToolResult } from './tool-result.ts';
import type { TraceContext } from './trace-context.ts';

/** The data of each type of event. Packages add their own types by declaration merging. */
export interface ActivityEventData {
  tool_call_start: {
    readonly toolName: string;
    /** The validated arguments, with repairs and defaults; undefined if the call was refused. */
    readonly arguments: unknown;
    /** The arguments as sent: a copy, cut if it is very large. The same object as `arguments` if nothing was changed. */
    readonly sent: unknown;
    /** The distributed trace that the call belongs to, if the host gave one. */
    readonly trace?: TraceContext;
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
  /** The decision of the approve phase, for every call that reaches it. */
  approval_decided: { readonly toolName: string } & ApprovalDecided;
  /** The set of tools has changed. Belongs to no call and no task. */
  tools_changed: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** Tools whose handler, pack or aliases changed while the name stayed. */
    readonly changed: readonly string[];
  };
  /** The mode of a task has changed. Belongs to no call. */
  mode_changed: { readonly mode: ToolMode; readonly previous: ToolMode };
  hook_start: { readonly toolName: string; readonly hook: string; readonly event: HookEventName };
  hook_end: {
    readonly toolName: string;
    readonly hook: string;
    readonly event: HookEventName;
    readonly decision: HookDecision;
    readonly durationMs: number;
    /** Why the hook decided so, or how it failed. */
    readonly reason?: string;
    /** Text that the hook adds to the conversation. */
    readonly context?: string;
    /** A message for the person, not for the model. */
    readonly notice?: string;
    /** The hook is not allowed to cancel calls, so its decision was ignored. */
    readonly ignored?: true;
    readonly changedParameters?: true;
  };
  /** The text that all hooks of one event add to the conversation. */
  hook_context: { readonly toolName: string; readonly event: HookEventName; readonly context: string };
}

/** `PreToolUse` runs before a tool, `PostToolUse` after it, `OnError` after a call that failed. */
export type HookEventName = 'PreToolUse' | 'PostToolUse' | 'OnError';

/** The outcome of a hook. `none`: the hook neither allowed nor denied the call. */
export type HookDecision = 'none' | 'allow' | 'ask' | 'defer' | 'deny' | 'stop' | 'failed';

export type ActivityEventType = keyof ActivityEventData;

export interface ActivityEvent<T extends ActivityEventType = ActivityEventType> {
  readonly type: T;
  /** Increases by one with every event of a stream. */
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** Empty if the event belongs to no call. */
  readonly callId: string;
  /** Core's own id of the call. Unlike `callId`, it is unique. */
  readonly callKey: string;
  /** Empty if the event belongs to no task. */
  readonly taskId: string;
  /** The user on whose behalf the call was made, if the host named one. */
  readonly principal?: Principal;
  readonly data: ActivityEventData[T];
}

/** An event of any type; `type` narrows it. */
export type AnyActivityEvent = { [T in ActivityEventType]: ActivityEvent<T> }[ActivityEventType];

/** The event types of core, as constants. */
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
