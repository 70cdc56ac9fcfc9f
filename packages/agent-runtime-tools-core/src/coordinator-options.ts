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
  /** The services of handlers, by name: `{ workspace: createWorkspace({ roots: ['.'] }) }`. */
  readonly services?: ToolServices;
  /** The working folder of calls that give none. Default: the workspace's first root, else the process's folder. */
  readonly cwd?: string;
  /** Default 'act'. */
  readonly mode?: ToolMode;
  /** Default: nothing is logged. */
  readonly logger?: ToolLogger;
  readonly callbacks?: ToolCallbacks;
  /**
   * Removes secrets: applied to every string in every event, log line, artifact and approval request before anybody sees
   * it. Arguments that handlers get and results that callers get are not changed.
   */
  readonly redact?: (text: string) => string;
  readonly autoApproval?: AutoApprovalConfig;
  /** Default limits on time, output and depth. Calls and tools may override them. */
  readonly limits?: CoordinatorLimits;
  readonly concurrency?: ConcurrencyOptions;
  readonly retry?: RetryOptions;
  /** Core's own guards: plan mode, rejected turns, repeated calls. */
  readonly guards?: GuardOptions;
  readonly activity?: Pick<ActivityStreamOptions, 'replay' | 'replayChars'>;
}

export interface CoordinatorLimits {
  /** The time limit of a handler, including the wait for a free slot. Default 120,000. */
  readonly timeoutMs?: number;
  /** The same for tools that delegate their work (`limits.delegates`), such as a sub-agent. Default 1,800,000. */
  readonly delegateTimeoutMs?: number;
  /** How long a stopped handler may take to clean up before its call settles without it. Default 500. */
  readonly graceMs?: number;
  /** How many characters of one result a model gets. Default 30,000. */
  readonly maxOutputChars?: number;
  /** How many levels deep tools may call tools. Default 16. */
  readonly maxDepth?: number;
  readonly arguments?: Partial<ArgumentLimits>;
}

export interface GuardOptions {
  /** Returns true for tools that plan mode refuses. Default: tools that write, execute or destroy. */
  readonly planMode?: (tool: ToolIdentity) => boolean;
  /** After a person rejects a call, refuse the other calls of the turn that need approval. Default true. */
  readonly rejectedTurn?: boolean;
  /** Refuse repeated calls. Default false. */
  readonly repeatedCalls?: boolean | RepeatedCallsOptions;
}
