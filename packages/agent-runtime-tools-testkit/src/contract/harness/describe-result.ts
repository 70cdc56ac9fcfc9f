import type { ToolResult } from '@ku0/agent-runtime-tools-core';

/** A result as part of a problem's description. */
export function describeResult(result: ToolResult): string {
  return result.ok ? 'ok' : `${result.error.code} (${result.error.message})`;
}
