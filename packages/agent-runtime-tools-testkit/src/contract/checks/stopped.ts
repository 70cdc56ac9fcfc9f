import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import type { ToolSubject } from '../tool-subject.ts';

/** What is wrong with how a call ended that was told to stop. */
export function stopProblems(result: ToolResult, tookMs: number, { settleMs }: ToolSubject): string[] {
  const problems: string[] = [];
  if (tookMs > settleMs) problems.push(`took ${Math.round(tookMs)} ms to stop; ${settleMs} are allowed`);
  if (!result.ok && result.error.details?.['handlerStillRunning'] === true) {
    problems.push('goes on running after it was stopped: listen to context.signal');
  }
  return problems;
}
