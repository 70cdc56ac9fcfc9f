import type { ToolError } from '../contracts/tool-error.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { fail } from '../result.ts';
import type { ToolEntry } from '../registry.ts';
import type { Waiting } from '../runtime/concurrency-limit.ts';
import type { Deadline } from '../runtime/deadlines.ts';
import { MAX_TIMER_MS } from '../runtime/system-clock.ts';
import { ToolFailure } from '../tool-failure.ts';
import { printable } from '../text/printable.ts';
import type { ApprovedParams } from './approve.ts';
import type { Call } from './call.ts';
import { isResult } from './middleware-stage.ts';
import { settle } from './settle.ts';

/** Runs the handler: in its turn, within its time, again where that may help. Never rejects. */
export function execute(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  if (call.cause !== undefined) return Promise.resolve(fail(call.cause));
  return new Promise((resolve) => new Execution(call, entry, params, resolve).begin());
}

class Execution {
  readonly #call: Call;
  readonly #entry: ToolEntry;
  readonly #params: ApprovedParams;
  readonly #resolve: (result: ToolResult | Promise<ToolResult>) => void;
  #done = false;
  #holdsPlace = false;
  #waiting: Waiting | undefined;
  #deadline: Deadline | undefined;
  #cancelBackoff: (() => void) | undefined;

  constructor(call: Call, entry: ToolEntry, params: ApprovedParams, resolve: (result: ToolResult | Promise<ToolResult>) => void) {
    this.#call = call;
    this.#entry = entry;
    this.#params = params;
    this.#resolve = resolve;
  }

  begin(): void {
    const call = this.#call;
    call.stopExecution = () => this.#stop();
    // A call made from within a call runs in its parent's place: waiting for another could wait for ever.
    if (call.parent !== undefined) return this.#start(false);
    const { concurrency, clock } = call.runtime;
    if (concurrency.tryTake()) return this.#start(true);
    const queuedAt = clock.now();
    this.#waiting = concurrency.wait(() => {
      this.#waiting = undefined;
      call.waitedMs += clock.now() - queuedAt;
      this.#start(true);
    });
    if (this.#waiting === undefined) this.#finish(fail(coreErrors.QUEUE_FULL()));
    return undefined;
  }

  /** The deadline's way in. */
  expire(): void {
    const { toolName } = this.#call;
    this.#deadline = undefined;
    this.#call.abort(coreErrors.TIMEOUT({ message: `${toolName} did not finish within ${this.#timeoutMs} ms and was stopped.` }));
  }

  #start(holdsPlace: boolean): void {
    const call = this.#call;
    this.#holdsPlace = holdsPlace;
    call.abandonExecution = () => this.#abandon();
    const now = call.waitedMs === 0 ? call.startedAt : call.runtime.clock.now();
    this.#deadline = call.runtime.deadlines.set(this, now, this.#timeoutMs);
    if (this.#entry.ready) return this.#attempt();
    this.#entry.initialize(call.runtime.services).then(
      () => this.#attempt(),
      (error: unknown) => this.#finish(fail(notInitialized(call, error))),
    );
    return undefined;
  }

  #attempt(): void {
    if (this.#done) return;
    const call = this.#call;
    if (call.cause !== undefined) return this.#finish(fail(call.cause));
    call.attempts++;
    try {
      const outcome = this.#entry.handler.execute(this.#params, call.context);
      const pending = outcome instanceof Promise ? outcome : Promise.resolve(outcome);
      pending.then(
        (result) => this.#returned(result),
        (error: unknown) => this.#returned(thrown(call, error)),
      );
    } catch (error) {
      this.#returned(thrown(call, error));
    }
    return undefined;
  }

  #returned(result: ToolResult): void {
    if (this.#done) return;
    const call = this.#call;
    if (call.cause !== undefined) return this.#finish(fail(stopped(call.cause, result)));
    if (!isResult(result)) return this.#finish(fail(notAResult(call)));
    if (!result.ok && this.#mayRetry(result.error)) {
      const { clock, retry } = call.runtime;
      this.#cancelBackoff = clock.schedule(() => {
        this.#cancelBackoff = undefined;
        this.#attempt();
      }, retry.delayAfter(call.attempts));
      return undefined;
    }
    return this.#finish(result);
  }

  #mayRetry(error: ToolError): boolean {
    return error.retryable && this.#entry.handler.capabilities.retryable && this.#call.attempts < this.#call.runtime.retry.maxAttempts;
  }

  /** Ends at once what only waits; a running handler hears it through its signal. */
  #stop(): void {
    const { cause } = this.#call;
    if (cause === undefined || (this.#waiting === undefined && this.#cancelBackoff === undefined)) return;
    this.#finish(fail(cause));
  }

  #abandon(): void {
    const { cause, toolName } = this.#call;
    if (this.#done || cause === undefined) return;
    this.#call.runtime.logger.warn('a handler did not stop when asked to', { tool: toolName, callId: this.#call.callId });
    this.#finish(fail({ ...cause, details: { ...cause.details, handlerStillRunning: true } }));
  }

  #finish(result: ToolResult): void {
    this.#done = true;
    const call = this.#call;
    const { concurrency, deadlines } = call.runtime;
    if (this.#deadline !== undefined) deadlines.clear(this.#deadline);
    if (this.#waiting !== undefined) concurrency.leave(this.#waiting);
    this.#cancelBackoff?.();
    call.stopExecution = undefined;
    call.abandonExecution = undefined;
    this.#resolve(settle(call, result));
    if (this.#holdsPlace) concurrency.release();
  }

  get #timeoutMs(): number {
    const call = this.#call;
    return Math.min(call.timeoutMs ?? this.#entry.handler.limits?.timeoutMs ?? call.runtime.timeoutMs, MAX_TIMER_MS);
  }
}

/** The first cause names the failure; what the handler still had to say stays in the details. */
function stopped(cause: ToolError, result: ToolResult): ToolError {
  if (!isResult(result) || result.ok || result.error.details === undefined) return cause;
  return { ...cause, details: { ...result.error.details, ...cause.details } };
}

function thrown(call: Call, error: unknown): ToolResult {
  if (error instanceof ToolFailure) return fail(error.error);
  const reason = printable(error instanceof Error ? error.message : String(error), { multiline: true });
  call.runtime.logger.error('a handler threw', { tool: call.toolName, callId: call.callId, error: reason });
  return fail(coreErrors.EXECUTION_ERROR({ message: `${call.toolName} failed: ${reason}`, details: thrownDetails(error) }));
}

function thrownDetails(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, ...(code !== undefined && { cause: code }), ...(error.stack !== undefined && { stack: error.stack }) };
}

function notAResult(call: Call): ToolError {
  return coreErrors.EXECUTION_ERROR({ message: `${call.toolName} returned something that is not a result.` });
}

function notInitialized(call: Call, error: unknown): ToolError {
  if (error instanceof ToolFailure) return error.error;
  const reason = printable(error instanceof Error ? error.message : String(error));
  return coreErrors.ENGINE_NOT_AVAILABLE({ message: `${call.toolName} could not be initialised: ${reason}` });
}
