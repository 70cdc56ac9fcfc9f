import type { BatchPlace } from '../../batch/batch.ts';
import type { ActivityEventData, ActivityEventType } from '../../contracts/activity-event.ts';
import type { ApprovalDecided } from '../../contracts/approval-decided.ts';
import type { DryRun } from '../../contracts/dry-run.ts';
import type { ToolError } from '../../contracts/tool-error.ts';
import type { ApprovalGrant, ToolMiddleware } from '../../contracts/tool-middleware.ts';
import type { Repair, ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { fail } from '../../authoring/result.ts';
import type { ToolEntry } from '../../registry/tool-registry.ts';
import type { FairSemaphore } from '../../runtime/fair-semaphore.ts';
import type { Expiring } from '../../runtime/deadlines.ts';
import { onAbort } from '../../runtime/on-abort.ts';
import { errorMessage } from '../../text/error-message.ts';
import { CallContext } from './call-context.ts';
import { CallOrigin } from './call-origin.ts';
import type { ParentCall } from './parent-call.ts';
import type { Runtime } from '../../runtime/runtime.ts';

/** The state of one call on its way through the pipeline. Nothing of it is reachable from handlers or middlewares. */
export class Call extends CallOrigin implements Expiring, ParentCall {
  /** When the call last went on after something it waited for. */
  resumedAt: number;
  readonly context: CallContext;

  entry: ToolEntry | undefined = undefined;
  /** Where it stands in its batch, if it is part of one. */
  place: BatchPlace | undefined = undefined;
  repairs: Repair[] | undefined = undefined;
  argumentChars = 0;
  /** Whether the arguments fit as they came, with nothing repaired or filled in. */
  asSent = false;
  outputChars = 0;
  attempts = 0;
  /** Time spent waiting for a free slot, and in the approve phase. */
  queuedMs = 0;
  approvalWaitMs = 0;
  /** How often a middleware has handed the call on, and since when one keeps it waiting; 0 when none does. */
  timesGoneOn = 0;
  waitingSince = 0;
  /** Whether the approve phase keeps it, and the calls around it, waiting. */
  awaitsConsent = false;
  /** The middleware that the call has reached last. */
  innermost: ToolMiddleware | undefined = undefined;

  /** The parameters that `requiresApproval` was asked about, and its answer. */
  requirementFor: unknown = undefined;
  approvalRequired = false;
  /** What hooks have said about the consent this call needs. */
  hooksSaid: HooksSaid | undefined = undefined;
  /** The parameters that the approve phase let through. */
  judged: unknown = undefined;
  /** The parameters that carry a grant; taken away when it is used. */
  granted: unknown = undefined;
  /** What that grant says, and what came of the approve phase. */
  grant: ApprovalGrant | undefined = undefined;
  decision: ApprovalDecided | undefined = undefined;

  /** Whether the handler is under way, how long it may be, and what it holds. */
  running = false;
  limitMs = 0;
  holdsPlace = false;
  /** Where the call has taken one of its tool's own places. */
  toolPlaces: FairSemaphore | undefined = undefined;
  /** Ends what the execution waits for: a place, or the next attempt. */
  stopWaiting: ((cause: ToolError) => void) | undefined = undefined;

  /** Why the call is being stopped: the first cause stays. */
  cause: ToolError | undefined = undefined;
  /** Ends the call whatever still hangs in a middleware; set by the pipeline. */
  onGraceOver: ((call: Call) => void) | undefined = undefined;
  /** Hands the result to the caller; set by the pipeline. */
  resolve: ((result: ToolResult) => void) | undefined = undefined;
  settled: ToolResult | undefined = undefined;
  settledAt = 0;
  finished = false;

  /** How many waits for a person it is part of, and since when. */
  #pauses = 0;
  #pausedAt = 0;
  /** How many of its own waits have paused the calls around it. */
  #waits = 0;
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

  /** Never, while it waits for a person. */
  get expiresAt(): number {
    return this.#pauses > 0 ? Infinity : this.resumedAt + this.limitMs;
  }

  /** This call waits for a person, and so do the calls around it, until `resumeAround` or until it ends. */
  pauseAround(): void {
    if (this.outer === undefined || this.finished) return;
    this.#waits++;
    this.outer.pauseAll();
  }

  resumeAround(): void {
    if (this.#waits === 0) return;
    this.#waits--;
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

  /** Stops the clock until as many `resume`. */
  pause(): void {
    if (this.#pauses++ === 0) this.#pausedAt = this.runtime.clock.now();
  }

  resume(): void {
    if (--this.#pauses > 0) return;
    const ms = this.runtime.clock.now() - this.#pausedAt;
    this.resumedAt += ms;
    this.approvalWaitMs += ms;
    if (this.running) this.runtime.deadlines.postponed(this.expiresAt);
  }

  /** The tool's name; of a name that no tool has, as much as is worth keeping. */
  get toolName(): string {
    return this.entry === undefined ? errorMessage(this.requestedName).slice(0, MAX_NAME) : this.entry.handler.name;
  }

  /** Whether the handler is under way, or waits for its place or its next attempt. */
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

  /** Publishes an event of this call; nothing after its end. */
  publish<T extends ActivityEventType>(type: T, data: ActivityEventData[T], chars = 0): void {
    if (!this.finished) this.runtime.activity.publish(type, this, data, this.runtime.clock.now(), chars);
  }

  /** What the call would do with these parameters, asked of its tool. */
  dryRun(params: unknown): Promise<ToolResult<DryRun>> {
    const { dryRunner } = this.runtime;
    return dryRunner === undefined ? Promise.resolve(fail(coreErrors.DRY_RUN_UNSUPPORTED())) : dryRunner(this, params);
  }

  /** The deadline has passed. */
  expire(): void {
    const ms = Math.round(this.limitMs);
    this.abort(coreErrors.TIMEOUT({ message: `${this.toolName} did not finish within ${ms} ms and was stopped.` }));
  }

  /** Stops the call. The handler has a grace to clean up; then the call settles without it. */
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
    // What only waits has nothing to clean up.
    this.stopWaiting?.(cause);
  }

  /** Passes an outer signal's abort on to this call until it ends. */
  follow(signal: AbortSignal, cause: (reason: unknown) => ToolError): void {
    if (signal.aborted) return this.abort(cause(signal.reason));
    (this.#unfollow ??= []).push(onAbort(signal, () => this.abort(cause(signal.reason))));
    return undefined;
  }

  /** Who is to hear when the call is settled without what still runs. */
  onAbandoned(listener: (result: ToolResult) => void): void {
    this.#observers = { listener, outer: this.#observers };
  }

  /** The handler is over, or given up: its place and its deadline are free again. */
  letGo(): void {
    this.stopWaiting = undefined;
    if (this.finished) this.#cancelGrace?.();
    if (this.running) {
      this.running = false;
      this.runtime.deadlines.ended();
    }
    if (this.holdsPlace) {
      this.holdsPlace = false;
      this.runtime.concurrency.release(this.principal?.id);
    }
    if (this.toolPlaces !== undefined) {
      const places = this.toolPlaces;
      this.toolPlaces = undefined;
      places.release(this.principal?.id);
    }
  }

  /**
   * Nothing of the call goes on: it leaves the calls under way, and lets go of timers and listeners. Some calls are
   * kept for a while after their end, so they must not keep what they were given and what they gave.
   */
  end(): void {
    this.finished = true;
    this.runtime.ended(this);
    this.place?.judged();
    while (this.#waits > 0) this.resumeAround();
    this.#cancelGrace?.();
    if (this.#unfollow !== undefined) {
      for (const unfollow of this.#unfollow) unfollow();
      this.#unfollow = undefined;
    }
    if (this.isExecuting) this.#stopBehind();
    if (this.#controller !== undefined) this.#controller = undefined;
    this.resolve = this.settled = this.#observers = undefined;
    this.requirementFor = this.judged = this.granted = this.grant = undefined;
  }

  /** A middleware has answered while the handler is under way: nothing goes on behind a call that has ended. */
  #stopBehind(): void {
    this.cause ??= coreErrors.CANCELLED({ message: 'The call was answered without waiting for its tool.' });
    const graceMs = this.entry?.limits.graceMs ?? this.runtime.graceMs;
    this.#cancelGrace = this.runtime.clock.schedule(() => this.letGo(), graceMs);
    this.#controller?.abort(this.cause);
    this.stopWaiting?.(this.cause);
  }

  /** The innermost observer first, so that each can still answer in its turn. */
  #abandon(cause: ToolError): void {
    if (this.running) {
      this.runtime.log.warn('a handler did not stop when asked to', { tool: this.toolName, callId: this.callId });
      this.cause = { ...cause, details: { ...cause.details, handlerStillRunning: true } };
      this.letGo();
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
export interface HooksSaid {
  readonly demand?: string;
  readonly advice?: ApprovalGrant;
}

/** Somebody who waits for the call further in, and whoever waits around them. */
interface Observer {
  readonly listener: (result: ToolResult) => void;
  readonly outer: Observer | undefined;
}
