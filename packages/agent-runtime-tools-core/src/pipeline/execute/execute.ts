import { ownerOf } from '../../contracts/owner.ts';
import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import { fail } from '../../authoring/result.ts';
import type { ToolEntry } from '../../registry/tool-registry.ts';
import type { FairSemaphore } from '../../runtime/fair-semaphore.ts';
import { RetryPolicy } from '../../runtime/retry-policy.ts';
import { MAX_TIMER_MS } from '../../runtime/system-clock.ts';
import type { ApprovedParams } from '../approve/approve.ts';
import type { Call } from '../call/call.ts';
import { notAResult, notInitialized, outOfTurn, stopped, thrown } from './execution-errors.ts';
import { isResult } from '../middleware-stage.ts';
import { settle } from '../settle/settle.ts';

/** Runs the handler: in its turn, within its time, again where that may help. Never rejects. */
export function execute(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  if (call.cause !== undefined) return Promise.resolve(fail(call.cause));
  if (call.finished || call.isExecuting) return Promise.resolve(fail(outOfTurn(call)));
  const { runtime, parent, outer } = call;
  // A middleware that tries again, perhaps much later, gives the handler its time anew.
  if (call.attempts > 0) call.resumedAt = runtime.clock.now();
  // A call made from within a call runs in its parent's place: waiting for another could wait for ever.
  const isWithin = outer !== undefined && !outer.finished;
  if (entry.places !== undefined && !isWithinToolPlace(parent)) return inToolPlace(call, entry, params, isWithin);
  call.holdsPlace = !isWithin && runtime.concurrency.tryTake(call.principal?.id);
  if (call.holdsPlace || isWithin) return start(call, entry, params);
  return waiting(call, (wait) => wait(runtime.concurrency, () => begin(call, entry, params)));
}

/** Whether a call around this one holds a place of its tool: whoever holds one and waits for another could do so for ever. */
function isWithinToolPlace(parent: Call | undefined): boolean {
  for (let outer = parent; outer !== undefined; outer = outer.parent) if (outer.toolPlaces !== undefined) return true;
  return false;
}

/**
 * Of a tool that limits its calls: takes both places or none, and waits for one with none in hand, so that calls that wait
 * never keep others from running.
 */
function inToolPlace(call: Call, entry: ToolEntry, params: ApprovedParams, isWithin: boolean): Promise<ToolResult> {
  const { runtime, principal } = call;
  const places = entry.places as FairSemaphore;
  const run = (): Promise<ToolResult> => {
    call.toolPlaces = places;
    return begin(call, entry, params, !isWithin);
  };
  const hasTool = places.tryTake(principal?.id);
  if (hasTool && (isWithin || runtime.concurrency.tryTake(principal?.id))) return run();
  if (hasTool) places.release(principal?.id);
  return waiting(call, (wait) => {
    const waitForTool = (): void =>
      wait(places, () => {
        if (isWithin || runtime.concurrency.tryTake(principal?.id)) return run();
        places.release(principal?.id);
        return waitForAny();
      });
    const waitForAny = (): void =>
      wait(runtime.concurrency, () => {
        if (places.tryTake(principal?.id)) return run();
        runtime.concurrency.release(principal?.id);
        return waitForTool();
      });
    return hasTool ? waitForAny() : waitForTool();
  });
}

/** Joins a queue. What is given runs once a place is there, and ends the waiting unless it joins another queue. */
type Wait = (limit: FairSemaphore, onPlace: () => Promise<ToolResult> | void) => void;

/** Waits until a place is there, or the call is stopped. */
function waiting(call: Call, join: (wait: Wait) => void): Promise<ToolResult> {
  const { runtime } = call;
  const queuedAt = runtime.clock.now();
  const leaveQueue = runtime.enqueue();
  return new Promise((resolve) => {
    const end = (outcome: ToolResult | Promise<ToolResult>): void => {
      leaveQueue();
      resolve(outcome);
    };
    const wait: Wait = (limit, onPlace) => {
      const leave = limit.wait(ownerOf(call), () => {
        call.stopWaiting = undefined;
        call.resumedAt = runtime.clock.now();
        const queuedBefore = call.queuedMs;
        call.queuedMs += call.resumedAt - queuedAt;
        const outcome = onPlace();
        if (outcome === undefined) call.queuedMs = queuedBefore;
        else end(outcome);
      });
      call.stopWaiting = (cause) => {
        leave?.();
        call.stopWaiting = undefined;
        end(finished(call, fail(cause)));
      };
      if (leave === undefined) call.stopWaiting(coreErrors.QUEUE_FULL());
    };
    join(wait);
  });
}

function begin(call: Call, entry: ToolEntry, params: ApprovedParams, holdsPlace = true): Promise<ToolResult> {
  call.holdsPlace = holdsPlace;
  return start(call, entry, params);
}

function start(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  const { runtime } = call;
  const stop = runtime.turns.stopOf(call);
  if (stop !== undefined) return Promise.resolve(finished(call, fail(stop)));
  const { limits } = entry;
  const usual = limits.delegates === true ? runtime.delegateTimeoutMs : runtime.timeoutMs;
  const ms = Math.min(call.timeoutMs ?? limits.timeoutMs ?? usual, MAX_TIMER_MS);
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
  return error.retryable && entry.handler.capabilities.retryable && call.attempts < retryOf(call, entry).maxAttempts;
}

/** What the call says over what its tool says over what the coordinator says. */
function retryOf({ runtime, retry: ofCall }: Call, { limits: { retry: ofTool } }: ToolEntry): RetryPolicy {
  if (ofCall === undefined && ofTool === undefined) return runtime.retry;
  return new RetryPolicy({ ...runtime.retryOptions, ...ofTool, ...ofCall });
}

function backOff(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  const { clock } = call.runtime;
  return new Promise((resolve) => {
    const cancel = clock.schedule(() => {
      call.stopWaiting = undefined;
      resolve(attempt(call, entry, params));
    }, retryOf(call, entry).delayAfter(call.attempts));
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
