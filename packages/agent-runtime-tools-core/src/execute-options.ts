import type { Principal, ToolContext, ToolMode } from './contracts/tool-context.ts';

/** What a caller may say about one call; core fills the rest of the context. */
export interface ExecuteOptions {
  /** Default 'default'. */
  readonly taskId?: string;
  /** Default: a new one. */
  readonly callId?: string;
  /** Default: the task's turn as begun with `beginTurn`. */
  readonly turnId?: string;
  /** A relative one starts at the coordinator's folder. */
  readonly cwd?: string;
  readonly mode?: ToolMode;
  readonly signal?: AbortSignal;
  /** Limit for the handler, retries included; a positive number of milliseconds. */
  readonly timeoutMs?: number;
  readonly principal?: Principal;
  /**
   * The context of the call this one is made from. It passes on task, turn, folder, mode, principal and
   * cancellation, and lets the call run in its parent's place of the concurrency limit.
   */
  readonly parent?: ToolContext;
}
