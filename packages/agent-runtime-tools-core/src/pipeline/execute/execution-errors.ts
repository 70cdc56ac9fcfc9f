import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import { fail } from '../../authoring/result.ts';
import { isToolFailure } from '../../authoring/tool-failure.ts';
import { printable } from '../../text/printable.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Call } from '../call/call.ts';
import { isResult } from '../middleware-stage.ts';

/** The error of a stopped call: why it was stopped, with the details of the error that the handler returned. */
export function stoppedError(cause: ToolError, result: ToolResult): ToolError {
  if (!isResult(result) || result.ok || result.error.details === undefined) return cause;
  return { ...cause, details: { ...result.error.details, ...cause.details } };
}

/** The result of a handler that threw. Never throws, whatever the thrown value is. */
export function thrownResult(call: Call, error: unknown): ToolResult {
  if (isToolFailure(error)) return fail(error.error);
  const reason = printable(errorMessage(error), { multiline: true });
  call.runtime.log.error('a handler threw', { tool: call.toolName, callId: call.callId, error: reason });
  return fail(
    coreErrors.EXECUTION_ERROR({ message: `${call.toolName} failed: ${reason}`, details: thrownDetails(error) }),
  );
}

/** A middleware called `next` while the handler was running or after the call had ended. */
export function unexpectedNext(call: Call): ToolError {
  const when = call.finished ? 'had ended' : 'was still going on';
  return coreErrors.MIDDLEWARE_FAILED({
    message: `A middleware went on with a call to ${call.toolName} that ${when}.`,
  });
}

export function notAResult(call: Call): ToolError {
  return coreErrors.EXECUTION_ERROR({ message: `${call.toolName} returned something that is not a result.` });
}

export function notInitialized(call: Call, error: unknown): ToolError {
  if (isToolFailure(error)) return error.error;
  const reason = printable(errorMessage(error));
  return coreErrors.ENGINE_NOT_AVAILABLE({ message: `${call.toolName} could not be initialised: ${reason}` });
}

function thrownDetails(error: unknown): Record<string, unknown> {
  try {
    if (!(error instanceof Error)) return {};
    const { name, stack } = error;
    const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
    return { name, ...(code !== undefined && { cause: code }), ...(stack !== undefined && { stack }) };
  } catch {
    return {};
  }
}
