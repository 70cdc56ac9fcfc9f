import type { Principal, ToolMode } from '../contracts/tool-context.ts';
import type { ToolError } from '../contracts/tool-error.ts';
import type { Repair, ToolResult } from '../contracts/tool-result.ts';
import type { ExecuteOptions } from '../execute-options.ts';
import type { ToolEntry } from '../registry.ts';
import type { LinkedNode } from '../runtime/linked-list.ts';
import { CallContext } from './call-context.ts';
import type { Runtime } from './runtime.ts';

/** The state of one call on its way through the pipeline. Nothing of it is reachable from handlers or middlewares. */
export class Call {
  readonly runtime: Runtime;
  readonly requestedName: string;
  readonly callId: string;
  readonly taskId: string;
  readonly turnId: string;
  readonly cwd: string;
  readonly mode: ToolMode;
  readonly principal: Principal | undefined;
  readonly parent: Call | undefined;
  readonly depth: number;
  readonly timeoutMs: number | undefined;
  readonly startedAt: number;
  readonly context: CallContext;

  entry: ToolEntry | undefined = undefined;
  repairs: Repair[] | undefined = undefined;
  argumentChars = 0;
  outputChars = 0;
  attempts = 0;
  waitedMs = 0;

  /** The parameters that `requiresApproval` was asked about, and its answer. */
  requirementFor: unknown = undefined;
  approvalRequired = false;
  /** The parameters that the approve phase let through. */
  judged: unknown = undefined;
  /** The parameters that carry a grant; taken away when it is used. */
  granted: unknown = undefined;

  /** Why the call is being stopped: the first cause stays. */
  cause: ToolError | undefined = undefined;
  /** What the execute stage does about an abort while it has something under way. */
  stopExecution: (() => void) | undefined = undefined;
  /** What the execute stage does when the grace is over. */
  abandonExecution: (() => void) | undefined = undefined;

  settled: ToolResult | undefined = undefined;
  settledAt = 0;
  finished = false;
  /** Ends the call whatever still hangs; set by the pipeline. */
  forceFinish: (() => void) | undefined = undefined;

  readonly #node: LinkedNode<Call>;
  #controller: AbortController | undefined = undefined;
  #cancelGrace: (() => void) | undefined = undefined;
  #unfollow: (() => void)[] | undefined = undefined;

  constructor(runtime: Runtime, requestedName: string, options: ExecuteOptions, parent: Call | undefined) {
    this.runtime = runtime;
    this.requestedName = requestedName;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.callId = options.callId ?? runtime.newCallId();
    this.taskId = options.taskId ?? parent?.taskId ?? 'default';
    this.turnId = options.turnId ?? parent?.turnId ?? (runtime.turns.used ? (runtime.turns.find(this.taskId)?.turnId ?? '') : '');
    this.cwd = options.cwd ?? parent?.cwd ?? runtime.cwd;
    this.mode = options.mode ?? parent?.mode ?? runtime.mode;
    this.principal = options.principal ?? parent?.principal;
    this.timeoutMs = options.timeoutMs;
    this.startedAt = runtime.clock.now();
    this.context = new CallContext(this);
    this.#node = runtime.inFlight.append(this);
  }

  get toolName(): string {
    return this.entry === undefined ? this.requestedName : this.entry.handler.name;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.cause !== undefined) this.#controller.abort(this.cause);
    }
    return this.#controller.signal;
  }

  get graceMs(): number {
    return this.entry?.handler.limits?.graceMs ?? this.runtime.graceMs;
  }

  /** Stops the call. The handler has a grace to clean up; then the call settles without it. */
  abort(cause: ToolError): void {
    if (this.cause !== undefined || this.finished) return;
    this.cause = cause;
    const { clock } = this.runtime;
    this.#cancelGrace = clock.schedule(() => {
      this.#cancelGrace = clock.schedule(() => this.forceFinish?.(), this.graceMs);
      if (this.abandonExecution === undefined) this.forceFinish?.();
      else this.abandonExecution();
    }, this.graceMs);
    this.#controller?.abort(cause);
    this.stopExecution?.();
  }

  /** Passes an outer signal's abort on to this call until it ends. */
  follow(signal: AbortSignal, cause: (reason: unknown) => ToolError): void {
    if (signal.aborted) return this.abort(cause(signal.reason));
    const onAbort = (): void => this.abort(cause(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    (this.#unfollow ??= []).push(() => signal.removeEventListener('abort', onAbort));
    return undefined;
  }

  /** Nothing of the call goes on: it leaves the calls under way, and lets go of timers and listeners. */
  end(): void {
    this.finished = true;
    this.runtime.inFlight.remove(this.#node);
    this.#cancelGrace?.();
    if (this.#unfollow !== undefined) for (const unfollow of this.#unfollow) unfollow();
  }
}
