import { coreErrors, errorMessage, fail, ok, ToolFailure, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { ToolExecutionError, ToolNotFoundError, ValidationError } from './errors.ts';

/** The value of a result. Throws the error of a failed one. */
export function fromCurrentResult(result: ToolResult): unknown {
  if (result.ok) return result.value;
  const { error, metadata } = result;
  if (error.code === coreErrors.TOOL_NOT_FOUND.code) throw new ToolNotFoundError(metadata.toolName);
  if (error.code === coreErrors.VALIDATION_ERROR.code) throw new ValidationError([error.message]);
  throw new ToolExecutionError(error);
}

/** Runs a call that gives a raw value or throws, as a result. Never rejects. */
export async function toCurrentResult(call: () => unknown): Promise<ToolResult> {
  try {
    return ok(await call());
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(thrown: unknown): ToolResult<never> {
  if (thrown instanceof ToolFailure) return fail(thrown.error);
  const message = errorMessage(thrown);
  if (thrown instanceof ValidationError) return fail(coreErrors.VALIDATION_ERROR({ message }));
  if (thrown instanceof ToolNotFoundError) return fail(coreErrors.TOOL_NOT_FOUND({ message }));
  if (!(thrown instanceof ToolExecutionError)) return fail(coreErrors.EXECUTION_ERROR({ message }));
  const { code, suggestion, details } = thrown;
  return fail({
    code,
    message,
    ...(suggestion !== undefined && { suggestion }),
    ...(details !== undefined && { details }),
  });
}
