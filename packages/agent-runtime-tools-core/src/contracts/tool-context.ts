import type { ActivityEventData, ActivityEventType } from './activity-event.ts';
import type { ArtifactStore } from './artifact-store.ts';
import type { DryRun } from './dry-run.ts';
import type { ToolError } from './tool-error.ts';
import type { TraceContext } from './trace-context.ts';
import type { ToolIdentity } from './tool-identity.ts';
import type { ApprovalGrant } from './tool-middleware.ts';
import type { ToolResult } from './tool-result.ts';
import type { ToolView } from '../tool-view.ts';

/** Everything a handler gets besides its parameters. Tests may fake every member. */
export interface ToolContext {
  /** The working folder, always absolute: relative paths in the arguments and commands start here. */
  readonly cwd: string;
  readonly taskId: string;
  /** The tasks of the same principal that this one was started from, nearest first. */
  readonly parentTasks: readonly string[];
  /** The host's id of the call. Not unique: providers count from `call_0` in every answer. */
  readonly callId: string;
  /** Core's own id of the call, which is unique. Use it as the key for data about a call. */
  readonly callKey: string;
  /** The coordinator that makes the call. Tools and middlewares that several share get the same id at shutdown. */
  readonly coordinatorId: string;
  readonly turnId: string;
  readonly mode: ToolMode;
  /** The tool as registered, whatever alias it was called by. */
  readonly tool: ToolIdentity;
  /**
   * The tools that the call was made with: those of the coordinator, or of the view. For handlers that call other tools,
   * which give `parent: context` with every call.
   */
  readonly tools: ToolView;
  /** On whose behalf the call is made, if the host names a principal. */
  readonly principal?: Principal;
  /** The distributed trace that the call belongs to, if the host gave one. Pass it on to other services. */
  readonly trace?: TraceContext;
  /** Replaces `trace` for this call and the calls made from it, from now on. A malformed one is ignored. */
  readonly setTrace: (trace: TraceContext) => void;
  /** The services of the host and of packs, by name. Those that the tool or its pack declares are always there. */
  readonly services: ToolServices;
  /** Fires on timeout, cancellation and shutdown. */
  readonly signal: AbortSignal;
  /** How long the handler may still run, in milliseconds, when it is read. Undefined before the handler has started. */
  readonly timeLeftMs?: number | undefined;
  readonly logger: ToolLogger;
  readonly callbacks: ToolCallbacks;
  /** Redacts plain data, if the host redacts secrets. Events, logs and artifacts are redacted without it. */
  readonly redact?: (<T>(value: T) => T) | undefined;
  readonly autoApproval: AutoApprovalConfig;
  readonly approval: ApprovalState;
  /** The batch that the call is part of, if it was made with `executeAll`. */
  readonly batch?: BatchState | undefined;
  readonly emitOutput: (chunk: string) => void;
  readonly emitProgress: (done: number, total?: number, message?: string) => void;
  /** Publishes an event of this call. The types that core itself publishes are reserved. */
  readonly publish: <T extends ActivityEventType>(type: T, data: ActivityEventData[T]) => void;
  /**
   * Stops the turn of this call: its later calls, to any tool, fail with this error, and so do calls whose handler has not
   * started yet. Does nothing for a call outside of any turn.
   */
  readonly stopTurn: (error: ToolError) => void;
}

/** A context whose type guarantees these services. */
export type ContextWith<K extends keyof ToolServices> = [K] extends [never]
  ? ToolContext
  : ToolContext & { readonly services: Required<Pick<ToolServices, K>> };

/** In `plan` mode, tools that change anything are refused; in `act` mode they are not. */
export type ToolMode = 'plan' | 'act';

/** Packages add their services to this interface by declaration merging. */
export interface ToolServices {
  clock?: Clock;
  artifacts?: ArtifactStore;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` after `ms`; the returned function cancels it. */
  schedule(task: () => void, ms: number): () => void;
}

/** On whose behalf calls are made: a user, a team or a service. It comes from the host, never from arguments. */
export interface Principal {
  /** Must be unique and stable: whatever outlives a call is kept separately for each id. */
  readonly id: string;
  readonly roles?: readonly string[];
}

export interface ToolLogger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** How a handler talks to a person. Each may be missing: there may be nobody to talk to. */
export interface ToolCallbacks {
  ask?(question: string, options?: { choices?: readonly string[]; signal?: AbortSignal }): Promise<string>;
  say?(message: string): void | Promise<void>;
  confirm?(message: string, options?: { signal?: AbortSignal }): Promise<boolean>;
  /** Shows a form for an object of this JSON Schema. Resolves to undefined if the person declines. */
  form?(
    schema: Readonly<Record<string, unknown>>,
    options?: { message?: string; signal?: AbortSignal },
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** Host settings for approval middlewares. Core itself does not use them. */
export interface AutoApprovalConfig {
  readonly enabled: boolean;
  /** Tool names or patterns that the host approves for this call. */
  readonly tools?: readonly string[];
}

/** The batch of a call, for middlewares that judge calls ahead of their turn. */
export interface BatchState {
  /** The same for all calls of the batch. */
  readonly id: string;
  /** How many calls the batch has. */
  readonly size: number;
  /**
   * To be called when this call has a question for a person. Resolves when every other call has a question too, goes on
   * to its tool or has ended: then all questions of the batch can be asked together. Never rejects.
   */
  allJudged(): Promise<void>;
  /**
   * Resolves when the earlier calls of the batch that this one conflicts with have ended, or when this call is stopped.
   * Files that were read to judge the call may have changed by then. Resolves to false if a hook judged the call
   * differently in its turn (`judgeInTurn`): call `next` without asking, core does not run the call on this consent. Never
   * rejects.
   */
  turn(): Promise<boolean>;
  /** True if earlier calls that this one conflicts with may not have ended, so their changes are not there yet. */
  readonly isAhead: boolean;
  /**
   * For the phase `hook`: has the call judged again in its turn, before it runs and before `turn` resolves for middlewares
   * further in. Does nothing if it is already the call's turn.
   */
  judgeInTurn(judge: JudgeInTurn): void;
}

/**
 * Judges a call in its turn. Resolves to undefined if the earlier judgement stands. Otherwise to a function that makes the
 * call's result; it may call `next` a second time, and then all middlewares further in judge the call again. If the
 * promise rejects, the call fails.
 */
export type JudgeInTurn = () => Promise<(() => Promise<ToolResult>) | undefined>;

/** What core knows about the approval that this call needs. */
export interface ApprovalState {
  /** True if the tool asks for approval of these parameters or a hook has demanded it. */
  readonly required: boolean;
  /** Why a hook demanded approval. A person has to be asked, even if rules allow the call. */
  readonly demanded?: string;
  /** A hook's consent to these parameters. It may replace a person's if no rule denies the call or asks. */
  readonly advice?: ApprovalGrant;
  /** The consent of the approve phase, for middlewares of the phase `around`. Core uses it up when the handler starts. */
  readonly grant?: ApprovalGrant;
  /** A person rejected an earlier call of this turn. */
  readonly turnRejected: boolean;
  /** What the call would change with these parameters, to be shown to the person who is asked. */
  dryRun(params: unknown): Promise<ToolResult<DryRun>>;
  /** Makes the call run only with a grant. Cannot be undone. */
  require(reason: string): void;
}
