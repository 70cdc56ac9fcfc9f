import type { ToolError } from '../contracts/tool-error.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { fail } from '../result.ts';
import type { ToolEntry } from '../registry.ts';
import type { Waiting } from '../runtime/concurrency-limit.ts';
import type { Expiring } from '../runtime/deadlines.ts';
import type { LinkedList } from '../runtime/linked-list.ts';
import { MAX_TIMER_MS } from '../runtime/system-clock.ts';
import type { ApprovedParams } from './approve.ts';
import type { Call, Stoppable } from './call.ts';
import { notAResult, notInitialized, stopped, thrown } from './execution-errors.ts';
import { isResult } from './middleware-stage.ts';
import { settle } from './settle.ts';

/** Runs the handler: in its turn, within its time, again where that may help. Never rejects. */
export function execute(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  if (call.cause !== undefined) return Promise.resolve(fail(call.cause));
  return new Execution(call, entry, params).run();
}

class Execution implements Expiring, Stoppable {
  expiresAt = 0;
  previous: Expiring | undefined = undefined;
  next: Expiring | undefined = undefined;
  list: LinkedList<Expiring> | undefined = undefined;
  readonly #call: Call;
  readonly #entry: ToolEntry;
  readonly #params: ApprovedParams;
  #done = false;
  #holdsPlace = false;
  /** Ends what the execution waits for: a place, or the next attempt. */
  #stopWaiting: ((cause: ToolError) => void) | undefined = undefined;

  constructor(call: Call, entry: ToolEntry, params: ApprovedParams) {
    this.#call = call;
    this.#entry = entry;
    this.#params = params;
    call.execution = this;
  }

  run(): Promise<ToolResult> {
    const { runtime, parent } = this.#call;
    // A call made from within a call runs in its parent's place: waiting for another could wait for ever.
    this.#holdsPlace = parent === undefined && runtime.concurrency.tryTake();
    return this.#holdsPlace || parent !== undefined ? this.#start() : this.#waitForPlace();
  }

  expire(): void {
    const { toolName } = this.#call;
    this.#call.abort(coreErrors.TIMEOUT({ message: `${toolName} did not finish within ${this.#timeoutMs} ms and was stopped.` }));
  }

  stop(cause: ToolError): void {
    this.#stopWaiting?.(cause);
  }

  abandon(): void {
    if (this.#done) return;
    const { toolName, callId, runtime } = this.#call;
    runtime.logger.warn('a handler did not stop when asked to', { tool: toolName, callId });
    this.#letGo();
  }

  #waitForPlace(): Promise<ToolResult> {
    const { clock, concurrency } = this.#call.runtime;
    const queuedAt = clock.now();
    return new Promise((resolve) => {
      const start = (): void => {
        this.#stopWaiting = undefined;
        this.#holdsPlace = true;
        this.#call.resumedAt = clock.now();
        this.#call.waitedMs += this.#call.resumedAt - queuedAt;
        resolve(this.#start());
      };
      const waiting: Waiting = { previous: undefined, next: undefined, list: undefined, start };
      this.#stopWaiting = (cause) => {
        concurrency.leave(waiting);
        resolve(this.#finish(fail(cause)));
      };
      if (!concurrency.wait(waiting)) this.#stopWaiting(coreErrors.QUEUE_FULL());
    });
  }

  #start(): Promise<ToolResult> {
    const { runtime, resumedAt } = this.#call;
    runtime.deadlines.set(this, resumedAt, this.#timeoutMs);
    if (this.#entry.ready) return this.#attempt();
    return this.#entry.initialize(runtime.services).then(
      () => this.#attempt(),
      (error: unknown) => this.#finish(fail(notInitialized(this.#call, error))),
    );
  }

  #attempt(): Promise<ToolResult> {
    const call = this.#call;
    if (call.cause !== undefined) return Promise.resolve(this.#finish(fail(call.cause)));
    call.attempts++;
    try {
      const outcome = this.#entry.handler.execute(this.#params, call.context);
      const pending = outcome instanceof Promise ? outcome : Promise.resolve(outcome);
      return pending.then(
        (result) => this.#returned(result),
        (error: unknown) => this.#returned(thrown(call, error)),
      );
    } catch (error) {
      return Promise.resolve(this.#returned(thrown(call, error)));
    }
  }

  #returned(result: ToolResult): ToolResult | Promise<ToolResult> {
    const call = this.#call;
    if (call.cause !== undefined) return this.#finish(fail(stopped(call.cause, result)));
    if (!isResult(result)) return this.#finish(fail(notAResult(call)));
    return !result.ok && this.#mayRetry(result.error) ? this.#backOff() : this.#finish(result);
  }

  #mayRetry(error: ToolError): boolean {
    return error.retryable && this.#entry.handler.capabilities.retryable && this.#call.attempts < this.#call.runtime.retry.maxAttempts;
  }

  #backOff(): Promise<ToolResult> {
    const { runtime, attempts } = this.#call;
    return new Promise((resolve) => {
      const cancel = runtime.clock.schedule(() => {
        this.#stopWaiting = undefined;
        resolve(this.#attempt());
      }, runtime.retry.delayAfter(attempts));
      this.#stopWaiting = (cause) => {
        cancel();
        resolve(this.#finish(fail(cause)));
      };
    });
  }

  #finish(result: ToolResult): ToolResult | Promise<ToolResult> {
    this.#letGo();
    return settle(this.#call, result);
  }

  /** Gives back the place and the deadline, once. */
  #letGo(): void {
    if (this.#done) return;
    this.#done = true;
    this.#stopWaiting = undefined;
    this.#call.execution = undefined;
    const { concurrency, deadlines } = this.#call.runtime;
    deadlines.clear(this);
    if (this.#holdsPlace) concurrency.release();
  }

  get #timeoutMs(): number {
    const call = this.#call;
    return Math.min(call.timeoutMs ?? this.#entry.handler.limits?.timeoutMs ?? call.runtime.timeoutMs, MAX_TIMER_MS);
  }
}
