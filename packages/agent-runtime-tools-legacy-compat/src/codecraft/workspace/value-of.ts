import type { ToolResult } from '@ku0/agent-runtime-tools-core';

/** The value of a call to a current tool. Throws the message of a failure. */
export function valueOf<T>(result: ToolResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
