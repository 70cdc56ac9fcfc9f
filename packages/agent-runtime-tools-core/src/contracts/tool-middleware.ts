import type { ActivitySource } from '../activity/activity-stream.ts';
import type { Owner } from './owner.ts';
import type { Principal, ToolContext, ToolServices } from './tool-context.ts';
import type { ToolIdentity } from './tool-identity.ts';
import type { ToolResult } from './tool-result.ts';

/** The phases of a call that a middleware can join, outermost first. */
export type ToolPhase = 'observe' | 'guard' | 'hook' | 'approve' | 'around';

export interface ToolMiddleware {
  readonly name: string;
  /** Default 'around': the innermost phase, next to the handler. */
  readonly phase?: ToolPhase;
  /** Within a phase, a higher priority runs further out. Default 0. Equal ones keep their order of registration. */
  readonly priority?: number;
  /**
   * Called once per tool when its chain is composed. Tools that the middleware does not apply to have no cost. `hooked`:
   * hooks apply to the tool, and any of them may demand approval. `services`: the services of the calls, if they are known.
   */
  appliesTo?(tool: ToolIdentity, situation: { readonly hooked: boolean; readonly services?: ToolServices }): boolean;
  /**
   * For a middleware whose `appliesTo` may change its answer, for example when rules are reloaded: on each change, the
   * coordinator composes the chains again. Called by `use`. Returns a function that unsubscribes.
   */
  onAppliesToChange?(listener: () => void): () => void;
  /**
   * Returns the result of `next` or a result of its own. If it passes other parameters to `next` than it received, they
   * are validated again. In the phases `observe` and `hook`, `next` always resolves; in the others, without
   * `seesEveryOutcome`, it rejects if a middleware further in throws, which ends the call.
   */
  execute(params: unknown, context: ToolContext, next: ToolNext): Promise<ToolResult>;
  /**
   * True if `next` always resolves, even if a step further in throws or hangs after the call was stopped: for a middleware that
   * takes something before the call and has to give it back. Default: true in the phases `observe` and `hook`.
   */
  readonly seesEveryOutcome?: boolean;
  /**
   * For the phases `hook` and `approve`: true if the middleware may judge a call of a batch before the earlier calls that
   * it conflicts with have ended, so that all questions of the batch can be asked together. If its judgement depends on
   * more than the parameters, it must wait for `context.batch?.turn()` and check again. Default false: calls that it
   * applies to begin in their turn.
   */
  readonly judgesAhead?: boolean;
  /**
   * For the phase `guard`: true if dry runs pass through it as well. They have no hooks and ask for no approval, but whoever
   * may not call a tool may not see what it would change either. Default false.
   */
  readonly guardsDryRuns?: boolean;
  /**
   * Whether the principal may call the tool at all. If not, arguments that are still streaming are not shown to the tool.
   * The call itself is judged by `execute`.
   */
  mayCall?(tool: ToolIdentity, principal: Principal | undefined): boolean;
  /** A principal's task has ended: release everything that is kept for it. Services may have the same method. */
  endTask?(taskId: string, owner: Owner): void | Promise<void>;
  /** Called once by each coordinator that begins to use the middleware. */
  attach?(coordinator: AttachedCoordinator): void;
  /**
   * Runs once per coordinator, after its last call has settled. End only what calls with this `context.coordinatorId` have
   * started: other coordinators may still be using the middleware.
   */
  shutdown?(coordinator: CoordinatorRef): Promise<void>;
}

/** Identifies a coordinator to tools and middlewares that several coordinators share. */
export interface CoordinatorRef {
  /** The same as `context.coordinatorId` of its calls. Unique across processes. */
  readonly id: string;
}

/** What a middleware can see of a coordinator that uses it. */
export interface AttachedCoordinator extends CoordinatorRef {
  /** All events, also those of calls that no middleware sees: unknown tools and invalid arguments. */
  readonly activity: ActivitySource;
  /** Whether a tool or an alias has this name. */
  has(toolName: string): boolean;
  /** How many calls have begun and not ended, and how many of them are waiting for a slot. */
  load(): { readonly inFlight: number; readonly queueLength: number };
}

/**
 * Continues the call. A grant counts as approval only in the `approve` phase. In the `hook` phase it is advice, which
 * approvers find in `context.approval.advice` as long as the parameters stay the same.
 */
export type ToolNext = (params: unknown, grant?: ApprovalGrant) => Promise<ToolResult>;

/** Consent to one execution with exactly the parameters that are passed to `next` with it. */
export interface ApprovalGrant {
  /** Who or what consented: 'person', 'policy:NAME', 'session', ... */
  readonly by: string;
  readonly reason?: string;
  /** The policy or the rule that it is based on, if any. */
  readonly policy?: string;
  readonly rule?: string;
}
