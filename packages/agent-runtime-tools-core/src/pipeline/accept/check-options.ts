import type { ToolError } from '../../contracts/tool-error.ts';
import { coreErrors } from '../../errors.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { printable } from '../../text/printable.ts';
import type { Call } from '../call/call.ts';

/** Returns the error if the call cannot begin with these options. Also makes the call follow its signals. */
export function checkOptions(
  call: Call,
  { signal, timeoutMs, principal, parent: parentContext }: ExecuteOptions,
): ToolError | undefined {
  const { runtime, outer } = call;
  if (runtime.closed) return coreErrors.SHUT_DOWN();
  const stopped = runtime.turns.stopOf(call);
  if (stopped !== undefined) return stopped;
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    return coreErrors.VALIDATION_ERROR({ message: `timeoutMs must be a positive number, got ${String(timeoutMs)}.` });
  }
  const problem = principal === undefined ? undefined : principalProblem(principal);
  if (problem !== undefined) return coreErrors.VALIDATION_ERROR({ message: problem, suggestion: HOST_MISTAKE });
  if (outer !== undefined && call.depth > runtime.maxDepth) return coreErrors.RECURSION_LIMIT();
  if (parentContext !== undefined) call.follow(parentContext.signal, (reason) => outer?.cause ?? cancelled(reason));
  if (signal) call.follow(signal, cancelled);
  return call.cause;
}

/**
 * Says what is wrong with a principal, for hosts that do not use TypeScript. A principal without an id would share
 * everything with all other such principals, so it is refused. `undefined` means that there is no principal.
 */
export function principalProblem(principal: unknown): string | undefined {
  if (principal === undefined) return undefined;
  const id: unknown =
    typeof principal === 'object' && principal !== null && 'id' in principal ? principal.id : undefined;
  if (typeof id === 'string' && id !== '') return undefined;
  return 'The principal of a call must be an object with an id, a text that is not empty; leave it out for none.';
}

const HOST_MISTAKE = 'Other arguments will not help: the application that makes the calls has to be corrected.';

function cancelled(reason: unknown): ToolError {
  const message = messageOf(reason);
  return coreErrors.CANCELLED(
    message === undefined ? {} : { message: `The call was cancelled: ${printable(message)}` },
  );
}

/** The caller's own words. An `AbortError` only repeats that the call was aborted. */
function messageOf(reason: unknown): string | undefined {
  if (reason instanceof Error) return reason.name === 'AbortError' ? undefined : reason.message;
  return typeof reason === 'string' ? reason : undefined;
}
