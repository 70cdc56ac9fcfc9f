import type { ApprovalGrant, ToolMiddleware } from '../contracts/tool-middleware.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { fail } from '../authoring/result.ts';
import { isToolError, isToolFailure } from '../authoring/tool-failure.ts';
import { printable } from '../text/printable.ts';
import { errorMessage } from '../text/error-message.ts';
import { validate } from './accept/validate.ts';
import { recordDenial } from './approve/approval-decision.ts';
import type { Call } from './call/call.ts';
import { Refusal } from './refusal.ts';
import type { Stage, Step } from './stage.ts';

/**
 * Makes a middleware a stage. Middlewares of the phases `observe` and `hook`, and those that ask for it, see every outcome:
 * their `next` always resolves, even if a step further in throws, returns no result, or hangs after the call was stopped.
 */
export function middlewareStage(middleware: ToolMiddleware): Stage {
  const { seesEveryOutcome = middleware.phase === 'observe' || middleware.phase === 'hook' } = middleware;
  const isApprover = middleware.phase === 'approve';
  const isHook = middleware.phase === 'hook';
  return (inner) => {
    const next = seesEveryOutcome ? alwaysResolving(inner) : inner;
    return (params, call) => {
      const nextCallsBefore = call.nextCalls;
      let calledNext = false;
      call.lastMiddleware = middleware;
      const outcome = middleware.execute(params, call.context, (nextParams, grant) => {
        call.nextCalls++;
        if (call.waitingSince > 0) resume(call, isApprover);
        const received = nextParams === params ? params : revalidate(call, nextParams);
        if (received instanceof Refusal) return Promise.resolve(fail(received.error));
        if (isApprover) {
          call.judgedParams = received;
          if (grant !== undefined) {
            call.grantedParams = received;
            call.grant = grant;
          }
        } else if (isHook) {
          // A second `next` of a hook voids the consent that the first one led to.
          if (calledNext) call.grantedParams = call.grant = undefined;
          if (calledNext || grant !== undefined || received !== params) setAdvice(call, grant);
          calledNext = true;
        }
        return next(received, call);
      });
      // Most middlewares call `next` at once; the clock is read only for those that wait first.
      return call.nextCalls > nextCallsBefore ? outcome : trackWait(call, outcome, isApprover ? middleware : undefined);
    };
  };
}

/** A hook's advice is about the parameters that it passes on, so it replaces the advice about earlier ones. */
function setAdvice(call: Call, advice: ApprovalGrant | undefined): void {
  const { demand } = call.hookConsent ?? {};
  call.hookConsent = { ...(demand !== undefined && { demand }), ...(advice !== undefined && { advice }) };
}

/** Starts counting the time that a middleware waits. If it is an approver, the clocks of the outer calls stop too. */
function trackWait(
  call: Call,
  outcome: Promise<ToolResult>,
  approver: ToolMiddleware | undefined,
): Promise<ToolResult> {
  call.waitingSince = call.runtime.clock.now();
  if (approver === undefined) return outcome;
  call.awaitsConsent = true;
  call.pauseOuterCalls();
  const nextCallsBefore = call.nextCalls;
  const onAnswer = (result: ToolResult): void => {
    if (call.waitingSince > 0) resume(call, true);
    // An approver that returns without calling `next` has denied the call, whatever it returns.
    if (call.nextCalls > nextCallsBefore) return;
    recordDenial(call, result, approver.name);
    if (result.ok) call.valueInPlace = { value: result.value };
  };
  return Promise.resolve(outcome).then(
    (result) => {
      onAnswer(isResult(result) ? result : noResult(call));
      return result;
    },
    (error: unknown) => {
      onAnswer(middlewareFailed(call, error));
      throw error;
    },
  );
}

function resume(call: Call, isApprover: boolean): void {
  call.resumedAt = call.runtime.clock.now();
  if (isApprover) call.approvalWaitMs += call.resumedAt - call.waitingSince;
  if (isApprover && call.awaitsConsent) {
    call.awaitsConsent = false;
    call.resumeOuterCalls();
  }
  call.waitingSince = 0;
}

/** Never throws: a value that cannot be inspected is not a result. */
export function isResult(value: unknown): value is ToolResult {
  try {
    if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
    if (value.ok === true) return 'value' in value;
    return value.ok === false && 'error' in value && isToolError(value.error);
  } catch {
    return false;
  }
}

/** The result of a call in which a middleware threw. The call fails even if the handler succeeded. */
export function middlewareFailed(call: Call, error: unknown): ToolResult {
  if (isToolFailure(error)) return fail(error.error);
  const message = `A middleware failed: ${printable(errorMessage(error))}`;
  return fail(coreErrors.MIDDLEWARE_FAILED({ message, details: lastMiddlewareDetails(call) }));
}

export function noResult(call: Call): ToolResult {
  const message = 'A middleware returned no result.';
  return fail(coreErrors.MIDDLEWARE_FAILED({ message, details: lastMiddlewareDetails(call) }));
}

/** Makes the step resolve in any case, at the latest when the grace period of a stopped call is over. */
export function alwaysResolving(step: Step): Step {
  return (params, call) =>
    new Promise((resolve) => {
      call.onAbandoned(resolve);
      try {
        const outcome = step(params, call);
        const pending = outcome instanceof Promise ? outcome : Promise.resolve(outcome);
        pending.then(
          (result) => resolve(isResult(result) ? result : noResult(call)),
          (error: unknown) => resolve(middlewareFailed(call, error)),
        );
      } catch (error) {
        resolve(middlewareFailed(call, error));
      }
    });
}

/** Parameters that a middleware has replaced are validated like those of a caller. */
function revalidate(call: Call, params: unknown): unknown {
  return call.entry === undefined ? params : validate(call, call.entry, params);
}

/** Names the middleware that the call reached last, which is the likely cause of the failure. */
function lastMiddlewareDetails(call: Call): Record<string, unknown> {
  return call.lastMiddleware === undefined ? {} : { innermostMiddleware: call.lastMiddleware.name };
}
