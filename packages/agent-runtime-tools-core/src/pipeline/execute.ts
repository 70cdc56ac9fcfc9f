import { ownerOf } from '../contracts/owner.ts';
import type { ToolError } from '../contracts/tool-error.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { fail } from '../result.ts';
import type { ToolEntry } from '../registry.ts';
import { MAX_TIMER_MS } from '../runtime/system-clock.ts';
import type { ApprovedParams } from './approve.ts';
import type { Call } from './call.ts';
import { notAResult, notInitialized, outOfTurn, stopped, thrown } from './execution-errors.ts';
import { isResult } from './middleware-stage.ts';
import { settle } from './settle.ts';

/** Runs the handler: in its turn, within its time, again where that may help. Never rejects. */
export function execute(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  if (call.cause !== undefined) return Promise.resolve(fail(call.cause));
  if (call.finished || call.isExecuting) return Promise.resolve(fail(outOfTurn(call)));
  const { runtime, parent } = call;
  // A middleware that tries again, perhaps much later, gives the handler its time anew.
  if (call.attempts > 0) call.resumedAt = runtime.clock.now();
  // A call made from within a call runs in its parent's place: waiting for another could wait for ever.
  const isWithin = parent !== undefined && !parent.finished;
  call.holdsPlace = !isWithin && runtime.concurrency.tryTake(call.principal?.id);
  return call.holdsPlace || isWithin ? start(call, entry, params) : waitForPlace(call, entry, params);
}

function waitForPlace(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  const { clock, concurrency } = call.runtime;
  const queuedAt = clock.now();
  return new Promise((resolve) => {
    const begin = (): void => {
      call.stopWaiting = undefined;
      call.holdsPlace = true;
      call.resumedAt = clock.now();
      call.queuedMs += call.resumedAt - queuedAt;
      resolve(start(call, entry, params));
    };
    const leave = concurrency.wait(ownerOf(call), begin);
    call.stopWaiting = (cause) => {
      leave?.();
      resolve(finished(call, fail(cause)));
    };
    if (leave === undefined) call.stopWaiting(coreErrors.QUEUE_FULL());
  });
}

function start(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  const { runtime } = call;
  const stop = runtime.turns.stopOf(call);
  if (stop !== undefined) return Promise.resolve(finished(call, fail(stop)));
  const { limits } = entry.handler;
  const usual = limits?.delegates === true ? runtime.delegateTimeoutMs : runtime.timeoutMs;
  const ms = Math.min(call.timeoutMs ?? limits?.timeoutMs ?? usual, MAX_TIMER_MS);
  call.limitMs = ms;
  call.running = true;
  runtime.deadlines.watch(call.resumedAt + ms);
  if (entry.ready) return attempt(call, entry, params);
  return entry.initialize(runtime).then(
    () => attempt(call, entry, params),
    (error: unknown) => finished(call, fail(notInitialized(call, error))),
  );
}

function attempt(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  if (call.cause !== undefined) return Promise.resolve(finished(call, fail(call.cause)));
  call.attempts++;
  const returned = (result: ToolResult): ToolResult | Promise<ToolResult> => {
    try {
      if (call.cause !== undefined) return finished(call, fail(stopped(call.cause, result)));
      if (!isResult(result)) return finished(call, fail(notAResult(call)));
      return !result.ok && mayRetry(call, entry, result.error) ? backOff(call, entry, params) : finished(call, result);
    } catch {
      // A result may be readable at first and not later; the handler's place must be free again whatever it is.
      return finished(call, fail(call.cause ?? notAResult(call)));
    }
  };
  try {
    const outcome = entry.handler.execute(params, call.context);
    const pending = outcome instanceof Promise ? outcome : Promise.resolve(outcome);
    return pending.then(returned, (error: unknown) => returned(thrown(call, error)));
  } catch (error) {
    return Promise.resolve(returned(thrown(call, error)));
  }
}

function mayRetry(call: Call, entry: ToolEntry, error: ToolError): boolean {
  return error.retryable && entry.handler.capabilities.retryable && call.attempts < call.runtime.retry.maxAttempts;
}

function backOff(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  const { clock, retry } = call.runtime;
  return new Promise((resolve) => {
    const cancel = clock.schedule(() => {
      call.stopWaiting = undefined;
      resolve(attempt(call, entry, params));
    }, retry.delayAfter(call.attempts));
    call.stopWaiting = (cause) => {
      cancel();
      resolve(finished(call, fail(cause)));
    };
  });
}

function finished(call: Call, result: ToolResult): ToolResult | Promise<ToolResult> {
  call.letGo();
  return settle(call, result);
}
