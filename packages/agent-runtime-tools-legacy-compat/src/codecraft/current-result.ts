import { fail, ok, type ToolResult as CurrentResult } from '@ku0/agent-runtime-tools-core';
import type { ToolResult } from './types/tool.ts';

/** A current result in the form of this system. */
export function fromCurrentResult(result: CurrentResult): ToolResult {
  const { executionTimeMs, bytesRead, bytesWritten, filesAccessed } = result.metadata;
  const metadata = {
    executionTimeMs,
    ...(bytesRead !== undefined && { bytesRead }),
    ...(bytesWritten !== undefined && { bytesWritten }),
    ...(filesAccessed !== undefined && { filesAccessed: [...filesAccessed] }),
  };
  if (result.ok) return { success: true, data: result.value, metadata };
  const { code, message, details } = result.error;
  return { success: false, error: { code, message, ...(details !== undefined && { details }) }, metadata };
}

/** A result of this system as a current one. */
export function toCurrentResult({ success, data, error, metadata }: ToolResult): CurrentResult {
  if (success) {
    const { bytesRead, bytesWritten, filesAccessed } = metadata ?? {};
    return ok(data, {
      ...(bytesRead !== undefined && { bytesRead }),
      ...(bytesWritten !== undefined && { bytesWritten }),
      ...(filesAccessed !== undefined && { filesAccessed }),
    });
  }
  const { code = 'EXECUTION_ERROR', message = 'The tool failed.', details } = error ?? {};
  const shown = typeof details === 'object' && details !== null && !Array.isArray(details) ? details : { details };
  return fail({ code, message, ...(details !== undefined && { details: { ...shown } }) });
}
