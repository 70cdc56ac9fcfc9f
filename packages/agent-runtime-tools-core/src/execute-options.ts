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

/** The options of one call. */
export interface ExecuteOptions {
  /** Default 'default'. */
  readonly taskId?: string;
  /** Default: a new unique id. */
  readonly callId?: string;
  /** Default: the turn of the task that `beginTurn` began. */
  readonly turnId?: string;
  /** The working folder. A relative one is resolved against the folder that the call would have without it. */
  readonly cwd?: string;
  /** Default: the mode set with `setMode`, else the parent's, else the coordinator's. */
  readonly mode?: ToolMode;
  readonly signal?: AbortSignal;
  /** The time limit of the handler, including retries and the wait for a free slot; in milliseconds, above 0. */
  readonly timeoutMs?: number;
  /** On whose behalf the call is made. Whatever outlives a call is kept separately for each id. */
  readonly principal?: Principal;
  /**
   * Override the coordinator's services for this call and the calls made from it. With a workspace, the call starts in its
   * folder. `endTask`, `shutdownAll` and core's clock still use the coordinator's own services.
   */
  readonly services?: ToolServices;
  /** Replace the coordinator's callbacks. */
  readonly callbacks?: ToolCallbacks;
  /** Replaces the coordinator's setting. */
  readonly autoApproval?: AutoApprovalConfig;
  /** Override the tool's and the coordinator's settings, for this call only. */
  readonly retry?: RetryOptions;
  /** Handlers find it in `context.trace`. A malformed one is ignored. */
  readonly trace?: TraceContext;
  /**
   * The context of the call that this one is made from. The call inherits its task, turn, folder, mode, principal,
   * services, callbacks, automatic approval, trace and cancellation, and runs in its slot.
   */
  readonly parent?: ToolContext;
}
