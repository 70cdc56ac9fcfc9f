import type { ActivityStreamOptions } from './activity/activity-stream.ts';
import type { ArgumentLimits } from './arguments/argument-limits.ts';
import type {
  AutoApprovalConfig,
  ToolCallbacks,
  ToolLogger,
  ToolMode,
  ToolServices,
} from './contracts/tool-context.ts';
import type { ToolIdentity } from './contracts/tool-identity.ts';
import type { RepeatedCallsOptions } from './pipeline/guard/repeated-calls.ts';
import type { ConcurrencyOptions } from './runtime/fair-semaphore.ts';
import type { RetryOptions } from './runtime/retry-policy.ts';

export interface ToolCoordinatorOptions {
  /** What handlers work with, by name: `{ workspace: createWorkspace({ roots: ['.'] }) }`. Packs say what they need. */
  readonly services?: ToolServices;
  /** Where calls that name no folder start. Default: the workspace's first root, else the process's folder. */
  readonly cwd?: string;
  /** Default 'act'. */
  readonly mode?: ToolMode;
  /** Default: silence. */
  readonly logger?: ToolLogger;
  readonly callbacks?: ToolCallbacks;
  /**
   * Every string in every event, log line, artifact and approval request goes through it before anybody sees it: for
   * secrets. Handlers and callers get what they would get without it.
   */
  readonly redact?: (text: string) => string;
  readonly autoApproval?: AutoApprovalConfig;
  /** Time, output and depth, where neither the call nor the tool says otherwise. */
  readonly limits?: CoordinatorLimits;
  readonly concurrency?: ConcurrencyOptions;
  readonly retry?: RetryOptions;
  /** What core itself refuses: changes in plan mode, calls after a rejection, calls that repeat themselves. */
  readonly guards?: GuardOptions;
  readonly activity?: Pick<ActivityStreamOptions, 'replay' | 'replayChars'>;
}

export interface CoordinatorLimits {
  /** For a handler, where neither the call nor the tool says otherwise. Default 120,000. */
  readonly timeoutMs?: number;
  /** The same for a tool that delegates its work (`limits.delegates`), such as a sub-agent. Default 1,800,000. */
  readonly delegateTimeoutMs?: number;
  /** How long a stopped handler may take to clean up before its call settles without it. Default 500. */
  readonly graceMs?: number;
  /** What a model gets of one result. Default 30,000 characters. */
  readonly maxOutputChars?: number;
  /** How many levels deep tools may call tools. Default 16. */
  readonly maxDepth?: number;
  readonly arguments?: Partial<ArgumentLimits>;
}

export interface GuardOptions {
  /** Which tools plan mode keeps out. Default: those that write, execute or destroy. */
  readonly planMode?: (tool: ToolIdentity) => boolean;
  /** A rejection by a person ends the turn's remaining calls that need approval. Default true. */
  readonly rejectedTurn?: boolean;
  /** Refuse calls that repeat themselves. Default false. */
  readonly repeatedCalls?: boolean | RepeatedCallsOptions;
}
