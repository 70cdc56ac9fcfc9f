import type {
  AutoApprovalConfig,
  Principal,
  ToolCallbacks,
  ToolContext,
  ToolMode,
  ToolServices,
} from './contracts/tool-context.ts';
import type { TraceContext } from './contracts/trace-context.ts';
import type { RetryOptions } from './runtime/retry-policy.ts';

/** What a caller may say about one call; core fills the rest of the context. */
export interface ExecuteOptions {
  /** Default 'default'. */
  readonly taskId?: string;
  /** Default: a new one. */
  readonly callId?: string;
  /** Default: the task's turn as begun with `beginTurn`. */
  readonly turnId?: string;
  /** A relative one starts at the folder the call would have without. */
  readonly cwd?: string;
  /** Default: as `setMode` says, else the parent's, else the coordinator's. */
  readonly mode?: ToolMode;
  readonly signal?: AbortSignal;
  /** Limit for the handler, retries included; a positive number of milliseconds. */
  readonly timeoutMs?: number;
  /** On whose behalf. What is remembered, counted or queued is kept apart by its id. */
  readonly principal?: Principal;
  /**
   * Over the coordinator's, for this call and those made from it. With a workspace, the call starts in its folder. What
   * is ended with a task or at shutdown are the coordinator's own; core's clock is the coordinator's too.
   */
  readonly services?: ToolServices;
  /** In place of the coordinator's. */
  readonly callbacks?: ToolCallbacks;
  /** In place of the coordinator's. */
  readonly autoApproval?: AutoApprovalConfig;
  /** Over the tool's and the coordinator's, for this call alone. */
  readonly retry?: RetryOptions;
  /** Handlers find it in `context.trace`. A malformed one is ignored. */
  readonly trace?: TraceContext;
  /**
   * The context of the call this one is made from. It passes on task, turn, folder, mode, principal, services,
   * callbacks, automatic approval, trace and cancellation, and lets the call run in its parent's place of the
   * concurrency limit.
   */
  readonly parent?: ToolContext;
}
