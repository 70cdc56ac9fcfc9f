import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { fail } from '../../authoring/result.ts';
import type { ToolEntry } from '../../registry/tool-entry.ts';
import { RetryPolicy } from '../../runtime/retry-policy.ts';
import { MAX_TIMER_MS } from '../../runtime/system-clock.ts';
import type { ApprovedParams } from '../approve/approve.ts';
import type { Call } from '../call/call.ts';
import { isResult } from '../middleware-stage.ts';
import { releaseAndSettle } from '../settle/settle.ts';
import { notAResult, notInitialized, stoppedError, thrownResult, unexpectedNext } from './execution-errors.ts';
import { holdsToolSlot, runInSlot, runInToolSlot } from './slots.ts';

/** Runs the handler once a slot is free, within its time limit, and retries it where allowed. Never rejects. */
export function execute(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  if (call.cause !== undefined) return Promise.resolve(fail(call.cause));
  if (call.finished || call.isExecuting) return Promise.resolve(fail(unexpectedNext(call)));
  const { runtime, parent, outer } = call;
  // A middleware that calls `next` again, perhaps much later, gives the handler its full time again.
  if (call.attempts > 0) call.resumedAt = runtime.clock.now();
  call.limitMs = limitOf(call, entry);
  // A call made from within a call runs in its parent's slot: waiting for another one could deadlock.
  const isNested = outer !== undefined && !outer.finished;
  if (entry.slots !== undefined && !holdsToolSlot(parent)) {
    return runInToolSlot(call, entry.slots, isNested, () => start(call, entry, params));
  }
  call.holdsSlot = !isNested && runtime.concurrency.tryAcquire(call.principal?.id);
  if (call.holdsSlot || isNested) return start(call, entry, params);
  return runInSlot(call, () => start(call, entry, params));
}

function start(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  const { runtime } = call;
  const stop = runtime.turns.stopOf(call);
  if (stop !== undefined) return Promise.resolve(releaseAndSettle(call, fail(stop)));
  call.running = true;
  runtime.deadlines.watch(call.resumedAt + call.limitMs);
  if (entry.ready) return attempt(call, entry, params);
  return entry.initialize(runtime).then(
    () => attempt(call, entry, params),
    (error: unknown) => releaseAndSettle(call, fail(notInitialized(call, error))),
  );
}

/** The call's `timeoutMs`, else the tool's, else the coordinator's. */
function limitOf({ runtime, timeoutMs }: Call, { limits }: ToolEntry): number {
  const defaultMs = limits.delegates === true ? runtime.delegateTimeoutMs : runtime.timeoutMs;
  return Math.min(timeoutMs ?? limits.timeoutMs ?? defaultMs, MAX_TIMER_MS);
}

function attempt(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  if (call.cause !== undefined) return Promise.resolve(releaseAndSettle(call, fail(call.cause)));
  call.attempts++;
  const onReturn = (result: ToolResult): ToolResult | Promise<ToolResult> => {
    try {
      if (call.cause !== undefined) return releaseAndSettle(call, fail(stoppedError(call.cause, result)));
      if (!isResult(result)) return releaseAndSettle(call, fail(notAResult(call)));
      return !result.ok && mayRetry(call, entry, result.error)
        ? retryLater(call, entry, params)
        : releaseAndSettle(call, result);
    } catch {
      // A hostile result may be readable once and throw the next time. The slot must be freed in any case.
      return releaseAndSettle(call, fail(call.cause ?? notAResult(call)));
    }
  };
  try {
    const outcome = entry.handler.execute(params, call.context);
    const pending = outcome instanceof Promise ? outcome : Promise.resolve(outcome);
    return pending.then(onReturn, (error: unknown) => onReturn(thrownResult(call, error)));
  } catch (error) {
    return Promise.resolve(onReturn(thrownResult(call, error)));
  }
}

function mayRetry(call: Call, entry: ToolEntry, error: ToolError): boolean {
  return (
    error.retryable && entry.handler.capabilities.retryable && call.attempts < retryPolicyOf(call, entry).maxAttempts
  );
}

/** The call's options override the tool's, which override the coordinator's. */
function retryPolicyOf({ runtime, retry: ofCall }: Call, { limits: { retry: ofTool } }: ToolEntry): RetryPolicy {
  if (ofCall === undefined && ofTool === undefined) return runtime.retry;
  return new RetryPolicy({ ...runtime.retryOptions, ...ofTool, ...ofCall });
}

function retryLater(call: Call, entry: ToolEntry, params: ApprovedParams): Promise<ToolResult> {
  const { clock } = call.runtime;
  return new Promise((resolve) => {
    const cancel = clock.schedule(() => {
      call.stopWaiting = undefined;
      resolve(attempt(call, entry, params));
    }, retryPolicyOf(call, entry).delayAfter(call.attempts));
    call.stopWaiting = (cause) => {
      cancel();
      resolve(releaseAndSettle(call, fail(cause)));
    };
  });
}
