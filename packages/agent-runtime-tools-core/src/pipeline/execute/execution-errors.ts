import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import { fail } from '../../authoring/result.ts';
import { isFailure } from '../../authoring/tool-failure.ts';
import { printable } from '../../text/printable.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Call } from '../call/call.ts';
import { isResult } from '../middleware-stage.ts';

/** The first cause names the failure; what the handler still had to say stays in the details. */
export function stopped(cause: ToolError, result: ToolResult): ToolError {
  if (!isResult(result) || result.ok || result.error.details === undefined) return cause;
  return { ...cause, details: { ...result.error.details, ...cause.details } };
}

/** Never throws, whatever was thrown. */
export function thrown(call: Call, error: unknown): ToolResult {
  if (isFailure(error)) return fail(error.error);
  const reason = printable(errorMessage(error), { multiline: true });
  call.runtime.log.error('a handler threw', { tool: call.toolName, callId: call.callId, error: reason });
  return fail(
    coreErrors.EXECUTION_ERROR({ message: `${call.toolName} failed: ${reason}`, details: thrownDetails(error) }),
  );
}

/** A middleware has gone on when it was not its turn to: the handler runs once at a time, and not after the end. */
export function outOfTurn(call: Call): ToolError {
  const when = call.finished ? 'had ended' : 'was still going on';
  return coreErrors.MIDDLEWARE_FAILED({
    message: `A middleware went on with a call to ${call.toolName} that ${when}.`,
  });
}

export function notAResult(call: Call): ToolError {
  return coreErrors.EXECUTION_ERROR({ message: `${call.toolName} returned something that is not a result.` });
}

export function notInitialized(call: Call, error: unknown): ToolError {
  if (isFailure(error)) return error.error;
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
