import type { ToolError } from '../contracts/tool-error.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { coreErrors } from '../errors.ts';
import { fail } from '../result.ts';
import { ToolFailure } from '../tool-failure.ts';
import { printable } from '../text/printable.ts';
import type { Call } from './call.ts';
import { isResult } from './middleware-stage.ts';

/** The first cause names the failure; what the handler still had to say stays in the details. */
export function stopped(cause: ToolError, result: ToolResult): ToolError {
  if (!isResult(result) || result.ok || result.error.details === undefined) return cause;
  return { ...cause, details: { ...result.error.details, ...cause.details } };
}

export function thrown(call: Call, error: unknown): ToolResult {
  if (error instanceof ToolFailure) return fail(error.error);
  const reason = printable(error instanceof Error ? error.message : String(error), { multiline: true });
  call.runtime.logger.error('a handler threw', { tool: call.toolName, callId: call.callId, error: reason });
  return fail(
    coreErrors.EXECUTION_ERROR({ message: `${call.toolName} failed: ${reason}`, details: thrownDetails(error) }),
  );
}

export function notAResult(call: Call): ToolError {
  return coreErrors.EXECUTION_ERROR({ message: `${call.toolName} returned something that is not a result.` });
}

export function notInitialized(call: Call, error: unknown): ToolError {
  if (error instanceof ToolFailure) return error.error;
  const reason = printable(error instanceof Error ? error.message : String(error));
  return coreErrors.ENGINE_NOT_AVAILABLE({ message: `${call.toolName} could not be initialised: ${reason}` });
}

function thrownDetails(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    name: error.name,
    ...(code !== undefined && { cause: code }),
    ...(error.stack !== undefined && { stack: error.stack }),
  };
}
