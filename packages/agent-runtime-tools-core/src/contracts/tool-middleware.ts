import type { Owner } from './owner.ts';
import type { ToolContext, ToolServices } from './tool-context.ts';
import type { ToolIdentity } from './tool-identity.ts';
import type { ToolResult } from './tool-result.ts';

/** The phases of a call that a middleware can join, outermost first. */
export type ToolPhase = 'observe' | 'guard' | 'hook' | 'approve' | 'around';

export interface ToolMiddleware {
  readonly name: string;
  /** Default 'around': inside everything the packages add, next to the handler. */
  readonly phase?: ToolPhase;
  /** Within a phase, higher runs further out. Default 0; equal ones keep their order of registration. */
  readonly priority?: number;
  /**
   * Asked once per tool whenever chains are composed: a tool it does not apply to never pays for it. `hooked` says whether
   * hooks apply to the tool, any of which may demand approval of a call; `services` are those that calls will find.
   */
  appliesTo?(tool: ToolIdentity, situation: { readonly hooked: boolean; readonly services?: ToolServices }): boolean;
  /**
   * For a middleware whose `appliesTo` may change its answer, such as one whose rules are loaded again: the coordinator
   * listens from `use` until shutdown, and every tool's chain is composed again. Returns the way out.
   */
  onAppliesToChange?(listener: () => void): () => void;
  /**
   * Returns what `next` gives, or a result of its own. Parameters handed to `next` that are not the ones
   * received are validated again. In the phases `observe` and `hook`, `next` always resolves; in the others it
   * rejects when a middleware further in throws, which ends the call.
   */
  execute(params: unknown, context: ToolContext, next: ToolNext): Promise<ToolResult>;
  /**
   * For the phases `hook` and `approve`: it may judge a call of a batch before earlier calls that it conflicts with have
   * ended, so that all questions of the batch can be asked together. Where it has judged by more than the parameters,
   * it waits for `context.batch?.turn()` before it goes on, and looks again. Default false: calls that it applies to
   * begin when it is their turn.
   */
  readonly judgesAhead?: boolean;
  /** A principal's task is over: let go of what is kept for it. Services may have the same method. */
  endTask?(taskId: string, owner: Owner): void | Promise<void>;
  /** A coordinator begins to use it. One middleware may serve several coordinators, each attached once. */
  attach?(coordinator: CoordinatorRef): void;
  /**
   * Runs once per coordinator, after the last of its calls has settled. What belongs to other coordinators goes on:
   * end only what calls with this `context.coordinatorId` have begun.
   */
  shutdown?(coordinator: CoordinatorRef): Promise<void>;
}

/** Which coordinator it is that begins or ends, for parts that several may share. */
export interface CoordinatorRef {
  /** The `coordinatorId` of its calls' contexts. No other coordinator has it, in this process or another. */
  readonly id: string;
}

/**
 * Goes on with the call. Only in the `approve` phase does a grant let anything through; in the `hook` phase it is
 * advice, which the approve phase finds in `context.approval.advice` as long as the parameters stay the same.
 */
export type ToolNext = (params: unknown, grant?: ApprovalGrant) => Promise<ToolResult>;

/** Consent to one execution with exactly the parameters it is handed on with. */
export interface ApprovalGrant {
  /** Who or what consented: 'person', 'policy:NAME', 'session', ... */
  readonly by: string;
  readonly reason?: string;
  /** The policy or the rule that it rests on, where there is one. */
  readonly policy?: string;
  readonly rule?: string;
}
