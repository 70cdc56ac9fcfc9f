import type { ToolMiddleware } from '../contracts/tool-middleware.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { fail } from '../result.ts';
import { ToolFailure } from '../tool-failure.ts';
import { printable } from '../text/printable.ts';
import type { Call } from './call.ts';
import type { Stage, Step } from './stage.ts';
import { validate } from './validate.ts';

/** A middleware as a stage. Whatever it throws or returns, the stage around it gets a result. */
export function middlewareStage(middleware: ToolMiddleware): Stage {
  const isApprover = middleware.phase === 'approve';
  const accept = (result: ToolResult): ToolResult => (isResult(result) ? result : noResult(middleware));
  const reject = (error: unknown): ToolResult => failed(middleware, error);
  return (next) => (params, call) => {
    try {
      const outcome = middleware.execute(params, call.context, (handed, grant) => {
        const received = handed === params ? params : revalidated(call, handed);
        if (received instanceof ToolFailure) return Promise.resolve(fail(received.error));
        if (isApprover) {
          call.judged = received;
          if (grant !== undefined) call.granted = received;
        }
        return next(received, call);
      });
      return outcome instanceof Promise ? outcome.then(accept, reject) : Promise.resolve(accept(outcome));
    } catch (error) {
      return Promise.resolve(reject(error));
    }
  };
}

/** Runs the chain's end where no middleware applies. */
export function composeStages(stages: readonly Stage[], end: Step): Step {
  return stages.reduceRight((next, stage) => stage(next), end);
}

export function isResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
  if (value.ok === true) return 'value' in value;
  return value.ok === false && 'error' in value && isError(value.error);
}

function isError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' && 'message' in error;
}

/** Parameters that a middleware put in place of those it got are checked like any others. */
function revalidated(call: Call, handed: unknown): unknown {
  const { entry } = call;
  if (entry === undefined) return handed;
  const validated = validate(call, entry, handed);
  return validated.error === undefined ? validated.params : new ToolFailure(validated.error);
}

function noResult(middleware: ToolMiddleware): ToolResult {
  return fail(coreErrors.MIDDLEWARE_FAILED({ message: `The middleware "${middleware.name}" returned no result.` }));
}

function failed(middleware: ToolMiddleware, error: unknown): ToolResult {
  if (error instanceof ToolFailure) return fail(error.error);
  const reason = printable(error instanceof Error ? error.message : String(error));
  return fail(
    coreErrors.MIDDLEWARE_FAILED({ message: `The middleware "${middleware.name}" failed: ${reason}`, details: { middleware: middleware.name } }),
  );
}
