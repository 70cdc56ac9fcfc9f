import type { ActivityEventData, ActivityEventType } from './activity-event.ts';
import type { ArtifactStore } from './artifact-store.ts';
import type { DryRun } from './dry-run.ts';
import type { ToolError } from './tool-error.ts';
import type { TraceContext } from './trace-context.ts';
import type { ToolIdentity } from './tool-identity.ts';
import type { ApprovalGrant } from './tool-middleware.ts';
import type { ToolResult } from './tool-result.ts';

/** What a handler is given. Every field may be faked in a test. */
export interface ToolContext {
  /** Always absolute: relative paths in the arguments start here, and so do commands. */
  readonly cwd: string;
  readonly taskId: string;
  /** The tasks of the same principal that this one was started from, nearest first. */
  readonly parentTasks: readonly string[];
  /** The host's id of the call. Providers count theirs from `call_0`, so it may come again, also in the same task. */
  readonly callId: string;
  /** Core's own id of the call, which no other call ever has: what is kept by call is kept by this. */
  readonly callKey: string;
  /** Which coordinator makes the call. Parts that several share are told by the same id which of them shuts down. */
  readonly coordinatorId: string;
  readonly turnId: string;
  readonly mode: ToolMode;
  /** The tool as registered, whatever alias it was called by. */
  readonly tool: ToolIdentity;
  /** On whose behalf the call is made, where the host says so. */
  readonly principal?: Principal;
  /** Where the call belongs in a distributed trace, where the host says so: to be handed on to what it calls. */
  readonly trace?: TraceContext;
  readonly services: ToolServices;
  /** Timeout, cancellation and shutdown arrive here. */
  readonly signal: AbortSignal;
  readonly logger: ToolLogger;
  readonly callbacks: ToolCallbacks;
  /** Where the host keeps secrets from others: plain data as they may see it. Events, logs and artifacts go through it by themselves. */
  readonly redact?: (<T>(value: T) => T) | undefined;
  readonly autoApproval: AutoApprovalConfig;
  readonly approval: ApprovalState;
  /** The batch that the call is part of, where it was made with `executeAll`. */
  readonly batch?: BatchState | undefined;
  readonly emitOutput: (chunk: string) => void;
  readonly emitProgress: (done: number, total?: number, message?: string) => void;
  /** Publishes an event of this call, of a type that a package has declared; never one that core itself publishes. */
  readonly publish: <T extends ActivityEventType>(type: T, data: ActivityEventData[T]) => void;
  /**
   * Ends the turn of this call: its later calls, to whichever tool, fail with this error, and so do those that have not
   * begun to run. Does nothing for a call outside of any turn.
   */
  readonly stopTurn: (error: ToolError) => void;
}

/** A context in which these services are known to be there. */
export type ContextWith<K extends keyof ToolServices> = [K] extends [never]
  ? ToolContext
  : ToolContext & { readonly services: Required<Pick<ToolServices, K>> };

/** `plan` keeps out what changes things, `act` does not. */
export type ToolMode = 'plan' | 'act';

/** Packages add their services to this interface by declaration merging. */
export interface ToolServices {
  clock?: Clock;
  artifacts?: ArtifactStore;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` after `ms`; the returned function takes it back. */
  schedule(task: () => void, ms: number): () => void;
}

/** On whose behalf calls are made: a user, a team, a service. Comes from the host, never from arguments. */
export interface Principal {
  /** What is remembered is kept apart by it, so it must be the same for the same user, and never another's. */
  readonly id: string;
  readonly roles?: readonly string[];
}

export interface ToolLogger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** What the host offers to a handler: each may be missing, for there may be nobody to talk to. */
export interface ToolCallbacks {
  ask?(question: string, options?: { choices?: readonly string[]; signal?: AbortSignal }): Promise<string>;
  say?(message: string): void | Promise<void>;
  confirm?(message: string, options?: { signal?: AbortSignal }): Promise<boolean>;
}

/** Host settings that an approval middleware reads. Core itself approves nothing by them. */
export interface AutoApprovalConfig {
  readonly enabled: boolean;
  /** Tool names or patterns that the host approves for this call. */
  readonly tools?: readonly string[];
}

/** What a middleware that judges calls needs to know of the other calls of the same batch. */
export interface BatchState {
  /** The same for all calls of the batch. */
  readonly id: string;
  /** How many calls it has. */
  readonly size: number;
  /**
   * This call has a question for a person. Resolves when each of the others has one too, goes on to its tool or has
   * ended: then all questions of the batch are there and can be asked together. Never rejects.
   */
  allJudged(): Promise<void>;
  /**
   * Resolves when the earlier calls of the batch that this one conflicts with have ended. What was read from the world
   * to judge the call may have changed by then. Also resolves when the call is stopped; never rejects. False: a judge of
   * `judgeInTurn` has come to another conclusion, so hand the call on without asking anybody: it does not run on this
   * consent.
   */
  turn(): Promise<boolean>;
  /** Earlier calls of the batch that this one conflicts with may not have ended: what they change is not there yet. */
  readonly isAhead: boolean;
  /**
   * For the phase `hook`: has the call judged again in its turn, before it runs, and before `turn` resolves for those
   * further in. Does nothing where it is the call's turn already.
   */
  judgeInTurn(judge: JudgeInTurn): void;
}

/**
 * Judges a call in its turn. Undefined: as before, it goes on. Otherwise what becomes of it instead, which may be to go on
 * with `next` a second time, where everybody further in judges it anew. If it rejects, the call fails.
 */
export type JudgeInTurn = () => Promise<(() => Promise<ToolResult>) | undefined>;

/** What core knows about the consent this call needs. */
export interface ApprovalState {
  /** The tool itself asks for approval of these parameters, or somebody has demanded it. */
  readonly required: boolean;
  /** Why a hook demanded approval: a person is to be asked, whatever rules allow. */
  readonly demanded?: string;
  /** A hook's consent to these parameters: it stands in for a person where no rule denies or asks, and for nothing else. */
  readonly advice?: ApprovalGrant;
  /** A person rejected an earlier call of this turn. */
  readonly turnRejected: boolean;
  /** What these parameters would change, as far as the tool can tell: to be shown to whoever is asked. */
  dryRun(params: unknown): Promise<ToolResult<DryRun>>;
  /** From now on this call runs only with a grant. It cannot be taken back. */
  require(reason: string): void;
}
