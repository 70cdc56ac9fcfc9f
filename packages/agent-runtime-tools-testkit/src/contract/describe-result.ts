import type { ToolResult } from '@ku0/agent-runtime-tools-core';

/** A result in a few words, for a problem. */
export function describeResult(result: ToolResult): string {
  return result.ok ? 'ok' : `${result.error.code} (${result.error.message})`;
}
