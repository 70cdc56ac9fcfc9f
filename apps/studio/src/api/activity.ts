import type { ApprovalDecided, Repair, ToolResult } from '@ku0/agent-runtime-tools-core';
import type { ContentPart } from './tools.ts';

/** One entry of the live stream. `seq` increases with every event; numbers may be missing. */
export type StudioEvent = { readonly seq: number; readonly time: number } & (
  | {
      readonly type: 'call_started';
      readonly call: string;
      readonly callId: string;
      readonly task: string;
      readonly tool: string;
      /** The beginning of the arguments: `path: src/a.ts, limit: 10`. */
      readonly args: string;
    }
  | { readonly type: 'call_output'; readonly call: string; readonly chunk: string }
  | {
      readonly type: 'call_progress';
      readonly call: string;
      readonly done: number;
      readonly total?: number;
      readonly message?: string;
    }
  | { readonly type: 'call_waits'; readonly call: string; readonly approval: string; readonly reason: string }
  | { readonly type: 'call_answered'; readonly call: string; readonly approval: string; readonly approved: boolean }
  | {
      readonly type: 'call_ended';
      readonly call: string;
      readonly ok: boolean;
      readonly ms: number;
      readonly code?: string;
      readonly message?: string;
    }
  | { readonly type: 'tools_changed' }
  | { readonly type: 'files_changed'; readonly change: string }
  /** This many events were dropped, because the page read too slowly. */
  | { readonly type: 'events_lost'; readonly count: number }
);

/** Everything that is kept about one call. */
export interface CallStory {
  readonly call: string;
  readonly callId: string;
  readonly task: string;
  readonly tool: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** The arguments as sent, and as the tool got them. Left out if they are very large. */
  readonly sent?: unknown;
  readonly arguments?: unknown;
  readonly repaired: readonly Repair[];
  readonly decision?: ApprovalDecided;
  readonly attempts?: number;
  readonly queuedMs?: number;
  readonly steps: readonly StoryStep[];
  /** The end of the output. */
  readonly output: string;
  /** How many characters before it are left out. */
  readonly outputLeftOut: number;
  readonly result?: ToolResult;
  readonly content?: readonly ContentPart[];
}

/** One step in the life of a call, for the waterfall. */
export interface StoryStep {
  readonly kind: 'hook' | 'approval' | 'queue' | 'run';
  readonly name: string;
  /** Milliseconds after the start of the call. */
  readonly from: number;
  /** Absent while it goes on. */
  readonly to?: number;
  readonly outcome?: string;
  readonly detail?: string;
}
