import { fail, ok, ToolFailure, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { errorText } from '../../error-text.ts';
import { specErrors } from '../../errors.ts';

/** The result of a function of the host: its value, or the result that it made itself. Never rejects. */
export async function functionResult(call: () => unknown): Promise<ToolResult> {
  try {
    const value = await call();
    return isToolResult(value) ? value : ok(value === undefined ? null : value);
  } catch (error) {
    if (error instanceof ToolFailure) return fail(error.error);
    const name = error instanceof Error && error.name !== 'Error' ? `${error.name}: ` : '';
    return fail(specErrors.FUNCTION_FAILED({ message: `${name}${errorText(error)}` }));
  }
}

function isToolResult(value: unknown): value is ToolResult {
  if (typeof value !== 'object' || value === null || !('ok' in value) || !('metadata' in value)) return false;
  return value.ok === true ? 'value' in value : value.ok === false && 'error' in value;
}
