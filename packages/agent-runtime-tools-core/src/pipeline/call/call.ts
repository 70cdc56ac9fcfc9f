import type { BatchMember } from '../../batch/batch.ts';
import type { ActivityEventData, ActivityEventType } from '../../contracts/activity-event.ts';
import type { ApprovalDecided } from '../../contracts/approval-decided.ts';
import type { DryRun } from '../../contracts/dry-run.ts';
import type { ToolError } from '../../contracts/tool-error.ts';
import type { ApprovalGrant, ToolMiddleware } from '../../contracts/tool-middleware.ts';
import type { Repair, ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { fail } from '../../authoring/result.ts';
import type { ToolEntry } from '../../registry/tool-entry.ts';
import type { ToolLookup } from '../../registry/tool-registry.ts';
import type { FairSemaphore } from '../../runtime/fair-semaphore.ts';
import type { HasDeadline } from '../../runtime/deadlines.ts';
import { onAbort } from '../../runtime/on-abort.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CallContext } from './call-context.ts';
import { CallOrigin } from './call-origin.ts';
import type { ParentCall } from './parent-call.ts';

/** The state of one call in the pipeline. Handlers and middlewares never see it. */
export class Call extends CallOrigin implements HasDeadline, ParentCall {
  /** When the call last continued after a middleware or a person held it up. The time limit counts from here. */
  resumedAt: number;
  readonly context: CallContext;

  entry: ToolEntry | undefined = undefined;
  /** The tools that the call was made with: all of the coordinator, or those of a view. */
  tools: ToolLookup | undefined = undefined;
  /** Set if the call is part of a batch. */
  batchMember: BatchMember | undefined = undefined;
  repairs: Repair[] | undefined = undefined;
  argumentChars = 0;
  /** True if the arguments were valid as sent: nothing was repaired or filled in. */
  argumentsUnchanged = false;
  outputChars = 0;
  attempts = 0;
  /** Time spent waiting for a free slot. */
  queuedMs = 0;
  /** Time spent in the approve phase. */
  approvalWaitMs = 0;
  /** How often middlewares have called `next`. */
  nextCalls = 0;
  /** When a middleware began to hold up the call; 0 if none does. */
  waitingSince = 0;
  /** True while the approve phase holds up this call, and with it the calls around it. */
  awaitsConsent = false;
  /** The middleware that the call reached last. */
  lastMiddleware: ToolMiddleware | undefined = undefined;

  /** The parameters that `requiresApproval` was asked about. */
  requirementParams: unknown = undefined;
  /** Its answer. */
  approvalRequired = false;
  hookConsent: HookConsent | undefined = undefined;
  /** The parameters that the approve phase passed on. */
  judgedParams: unknown = undefined;
  /** The parameters that have a grant; cleared when the grant is used. */
  grantedParams: unknown = undefined;
  grant: ApprovalGrant | undefined = undefined;
  /** What the approve phase decided. */
  decision: ApprovalDecided | undefined = undefined;
  /** The value that an approver gave in the tool's place. */
  valueInPlace: { readonly value: unknown } | undefined = undefined;

  /** True while the handler is running. */
  running = false;
  /** True while the call waits for a slot. */
  isQueued = false;
  /** How long the call may wait for a slot and the handler may run, together. */
  limitMs = 0;
  /** True while the call holds one of the coordinator's slots. */
  holdsSlot = false;
  /** The tool's own semaphore, while the call holds one of its slots. */
  toolSlots: FairSemaphore | undefined = undefined;
  /** Ends the wait for a slot or for the next attempt. */
  stopWaiting: ((cause: ToolError) => void) | undefined = undefined;

  /** Why the call is being stopped. The first cause stays. */
  cause: ToolError | undefined = undefined;
  /** Ends the call even if a middleware hangs; set by the pipeline. */
  onGraceOver: ((call: Call) => void) | undefined = undefined;
  /** Hands the result to the caller; set by the pipeline. */
  resolve: ((result: ToolResult) => void) | undefined = undefined;
  settled: ToolResult | undefined = undefined;
  settledAt = 0;
  finished = false;

  /** How many waits for a person are stopping this call's clock, and since when. */
  #pauses = 0;
  #pausedAt = 0;
  /** How many waits of this call are stopping the clocks of the calls around it. */
  #outerPauses = 0;
  #controller: AbortController | undefined = undefined;
  #cancelGrace: (() => void) | undefined = undefined;
  #unfollow: (() => void)[] | undefined = undefined;
  #observers: Observer | undefined = undefined;

  constructor(runtime: Runtime, requestedName: string, options: ExecuteOptions, parent: Call | undefined) {
    super(runtime, requestedName, options, parent);
    this.resumedAt = this.startedAt;
    this.context = new CallContext(this, options);
    runtime.inFlight.add(this);
  }

  /** Never, while the call waits for a person. */
  get expiresAt(): number {
    return this.#pauses > 0 ? Infinity : this.resumedAt + this.limitMs;
  }

  /** Stops the clocks of the calls around this one until `resumeOuterCalls`, or until this call ends. */
  pauseOuterCalls(): void {
    if (this.outer === undefined || this.finished) return;
    this.#outerPauses++;
    this.outer.pauseAll();
  }

  resumeOuterCalls(): void {
    if (this.#outerPauses === 0) return;
    this.#outerPauses--;
    this.outer?.resumeAll();
  }

  pauseAll(): void {
    this.pause();
    this.outer?.pauseAll();
  }

  resumeAll(): void {
    this.resume();
    this.outer?.resumeAll();
  }

  /** Stops the clock. Each `pause` needs its own `resume`. */
  pause(): void {
    if (this.#pauses++ === 0) this.#pausedAt = this.runtime.clock.now();
  }

  resume(): void {
    if (--this.#pauses > 0) return;
    const ms = this.runtime.clock.now() - this.#pausedAt;
    this.resumedAt += ms;
    this.approvalWaitMs += ms;
    if (this.running) this.runtime.deadlines.reschedule(this.expiresAt);
  }

  /** The tool's name. If no tool has the requested name, that name, cut to a bounded length. */
  get toolName(): string {
    return this.entry === undefined ? errorMessage(this.requestedName).slice(0, MAX_NAME) : this.entry.handler.name;
  }

  get isWatched(): boolean {
    return this.running || this.isQueued;
  }

  /** True while the handler runs, or waits for its slot or its next attempt. */
  get isExecuting(): boolean {
    return this.running || this.stopWaiting !== undefined;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.cause !== undefined) this.#controller.abort(this.cause);
    }
    return this.#controller.signal;
  }

  /** Publishes an event of this call, unless the call has ended. */
  publish<T extends ActivityEventType>(type: T, data: ActivityEventData[T], chars = 0): void {
    if (!this.finished) this.runtime.activity.publish(type, this, data, this.runtime.clock.now(), chars);
  }

  /** Asks the tool what it would change with these parameters. */
  dryRun(params: unknown): Promise<ToolResult<DryRun>> {
    const { dryRunner } = this.runtime;
    return dryRunner === undefined ? Promise.resolve(fail(coreErrors.DRY_RUN_UNSUPPORTED())) : dryRunner(this, params);
  }

  /** The deadline has passed. */
  expire(): void {
    const ms = Math.round(this.limitMs);
    const message = this.running
      ? `${this.toolName} did not finish within ${ms} ms and was stopped.`
      : `${this.toolName} was not started: no slot was free within ${ms} ms.`;
    this.abort(coreErrors.TIMEOUT({ message }));
  }

  /** Stops the call. The handler has a grace period to clean up; then the call settles without it. */
  abort(cause: ToolError): void {
    if (this.cause !== undefined || this.finished) return;
    this.cause = cause;
    const { clock } = this.runtime;
    const graceMs = this.entry?.limits.graceMs ?? this.runtime.graceMs;
    this.#cancelGrace = clock.schedule(() => {
      this.#cancelGrace = clock.schedule(() => this.onGraceOver?.(this), graceMs);
      this.#abandon(cause);
    }, graceMs);
    this.#controller?.abort(cause);
    // A call that only waits has nothing to clean up.
    this.stopWaiting?.(cause);
  }

  /** Stops this call when the signal fires, until the call ends. */
  follow(signal: AbortSignal, causeOf: (reason: unknown) => ToolError): void {
    if (signal.aborted) return this.abort(causeOf(signal.reason));
    (this.#unfollow ??= []).push(onAbort(signal, () => this.abort(causeOf(signal.reason))));
    return undefined;
  }

  /** Calls the listener if the call is settled while the steps further in still run. */
  onAbandoned(listener: (result: ToolResult) => void): void {
    this.#observers = { listener, outer: this.#observers };
  }

  /** Frees the slot and the deadline: the handler has ended, or is no longer waited for. */
  release(): void {
    this.stopWaiting = undefined;
    if (this.finished) this.#cancelGrace?.();
    if (this.running) {
      this.running = false;
      this.runtime.deadlines.unwatch();
    }
    if (this.holdsSlot) {
      this.holdsSlot = false;
      this.runtime.concurrency.release(this.principal?.id);
    }
    if (this.toolSlots !== undefined) {
      const slots = this.toolSlots;
      this.toolSlots = undefined;
      slots.release(this.principal?.id);
    }
  }

  /**
   * Ends the call: it is no longer in flight, and its timers and listeners are removed. The runtime keeps the last call
   * for a while, so the call drops its references to arguments and results.
   */
  end(): void {
    this.finished = true;
    this.runtime.callEnded(this);
    this.batchMember?.markJudged();
    while (this.#outerPauses > 0) this.resumeOuterCalls();
    this.#cancelGrace?.();
    if (this.#unfollow !== undefined) {
      for (const unfollow of this.#unfollow) unfollow();
      this.#unfollow = undefined;
    }
    if (this.isExecuting) this.#stopHandler();
    if (this.#controller !== undefined) this.#controller = undefined;
    this.resolve = this.settled = this.#observers = undefined;
    this.requirementParams = this.judgedParams = this.grantedParams = this.grant = undefined;
  }

  /** A middleware returned a result while the handler was running, so the handler is stopped. */
  #stopHandler(): void {
    this.cause ??= coreErrors.CANCELLED({ message: 'The call was answered without waiting for its tool.' });
    const graceMs = this.entry?.limits.graceMs ?? this.runtime.graceMs;
    this.#cancelGrace = this.runtime.clock.schedule(() => this.release(), graceMs);
    this.#controller?.abort(this.cause);
    this.stopWaiting?.(this.cause);
  }

  /** Stops waiting for the handler. The innermost observer is told first, so that each can still return its own result. */
  #abandon(cause: ToolError): void {
    if (this.running) {
      this.runtime.log.warn('a handler did not stop when asked to', { tool: this.toolName, callId: this.callId });
      this.cause = { ...cause, details: { ...cause.details, handlerStillRunning: true } };
      this.release();
    }
    if (this.#observers === undefined) return this.onGraceOver?.(this);
    const failure = fail(this.cause ?? cause);
    for (let observer: Observer | undefined = this.#observers; observer !== undefined; observer = observer.outer) {
      observer.listener(failure);
    }
    return undefined;
  }
}

const MAX_NAME = 80;

/** What hooks have said about the approval that this call needs. */
export interface HookConsent {
  /** Why a hook demands approval. */
  readonly demand?: string;
  /** The grant that a hook passed on. */
  readonly advice?: ApprovalGrant;
}

/** A stage that waits for the steps further in, linked to the next such stage around it. */
interface Observer {
  readonly listener: (result: ToolResult) => void;
  readonly outer: Observer | undefined;
}
