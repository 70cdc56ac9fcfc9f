import type { ApprovalGrant, ToolMiddleware } from '../contracts/tool-middleware.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { fail } from '../authoring/result.ts';
import { isFailure } from '../authoring/tool-failure.ts';
import { printable } from '../text/printable.ts';
import { errorMessage } from '../text/error-message.ts';
import type { Call } from './call/call.ts';
import { denied } from './approve/approval-decision.ts';
import { Refusal } from './refusal.ts';
import type { Stage, Step } from './stage.ts';
import { validate } from './accept/validate.ts';

/**
 * A middleware as a stage. The phases whose business is to see every outcome get a `next` that always resolves:
 * also when something below them throws, returns no result, or hangs after the call was stopped.
 */
export function middlewareStage(middleware: ToolMiddleware): Stage {
  const seesEveryOutcome = middleware.phase === 'observe' || middleware.phase === 'hook';
  const isApprover = middleware.phase === 'approve';
  const isHook = middleware.phase === 'hook';
  return (inner) => {
    const next = seesEveryOutcome ? alwaysResolving(inner) : inner;
    return (params, call) => {
      const goingOn = call.timesGoneOn;
      let isAgain = false;
      call.innermost = middleware;
      const outcome = middleware.execute(params, call.context, (handed, grant) => {
        call.timesGoneOn++;
        if (call.waitingSince > 0) resume(call, isApprover);
        const received = handed === params ? params : revalidated(call, handed);
        if (received instanceof Refusal) return Promise.resolve(fail(received.error));
        if (isApprover) {
          call.judged = received;
          if (grant !== undefined) {
            call.granted = received;
            call.grant = grant;
          }
        } else if (isHook) {
          if (isAgain) call.granted = call.grant = undefined;
          // What was consented to the first time no longer counts.
          if (isAgain || grant !== undefined || received !== params) advise(call, grant);
          isAgain = true;
        }
        return next(received, call);
      });
      // Most middlewares go on at once; only one that lets time pass has to look at the clock.
      return call.timesGoneOn > goingOn ? outcome : waiting(call, outcome, isApprover ? middleware : undefined);
    };
  };
}

/** What a hook consents to are the parameters it hands on: other ones have no advice but its own. */
function advise(call: Call, advice: ApprovalGrant | undefined): void {
  const { demand } = call.hooksSaid ?? {};
  call.hooksSaid = { ...(demand !== undefined && { demand }), ...(advice !== undefined && { advice }) };
}

function waiting(call: Call, outcome: Promise<ToolResult>, approver: ToolMiddleware | undefined): Promise<ToolResult> {
  call.waitingSince = call.runtime.clock.now();
  if (approver === undefined) return outcome;
  call.awaitsConsent = true;
  call.pauseAround();
  const goneOn = call.timesGoneOn;
  const settle = (result: ToolResult): void => {
    if (call.waitingSince > 0) resume(call, true);
    // An approver that does not go on has denied the call, whatever it answers.
    if (call.timesGoneOn === goneOn) denied(call, result, approver.name);
  };
  return Promise.resolve(outcome).then(
    (result) => {
      settle(isResult(result) ? result : noResult(call));
      return result;
    },
    (error: unknown) => {
      settle(middlewareFailed(call, error));
      throw error;
    },
  );
}

function resume(call: Call, isApprover: boolean): void {
  call.resumedAt = call.runtime.clock.now();
  // What passes in the approve phase is a person's time, not the tool's.
  if (isApprover) call.approvalWaitMs += call.resumedAt - call.waitingSince;
  if (isApprover && call.awaitsConsent) {
    call.awaitsConsent = false;
    call.resumeAround();
  }
  call.waitingSince = 0;
}

/** Never throws: what cannot be looked at is no result. */
export function isResult(value: unknown): value is ToolResult {
  try {
    if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
    if (value.ok === true) return 'value' in value;
    return value.ok === false && 'error' in value && isError(value.error);
  } catch {
    return false;
  }
}

/** What becomes of a middleware's throw: the call fails, whatever the handler did. */
export function middlewareFailed(call: Call, error: unknown): ToolResult {
  if (isFailure(error)) return fail(error.error);
  const reason = printable(errorMessage(error));
  return fail(coreErrors.MIDDLEWARE_FAILED({ message: `A middleware failed: ${reason}`, details: innermostOf(call) }));
}

export function noResult(call: Call): ToolResult {
  return fail(
    coreErrors.MIDDLEWARE_FAILED({ message: 'A middleware returned no result.', details: innermostOf(call) }),
  );
}

/** The step, as one that resolves whatever happens, at the latest when a stopped call's grace is over. */
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

function isError(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

/** Parameters that a middleware put in place of those it got are checked like any others. */
function revalidated(call: Call, handed: unknown): unknown {
  return call.entry === undefined ? handed : validate(call, call.entry, handed);
}

/** A hint at the culprit: the middleware that the call had reached last. */
function innermostOf(call: Call): Record<string, unknown> {
  return call.innermost === undefined ? {} : { innermostMiddleware: call.innermost.name };
}
