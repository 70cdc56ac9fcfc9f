import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import type { ToolSubject } from '../tool-subject.ts';

/** Tries again what was merely slow: a busy machine is slow now and then, a tool that does not stop is so every time. */
export async function unlessBusy(check: () => Promise<string[]>): Promise<string[]> {
  let problems = await check();
  for (let attempt = 1; attempt < ATTEMPTS && problems.length > 0 && problems.every(isSlow); attempt++)
    problems = await check();
  return problems;
}

const ATTEMPTS = 3;

/** What is wrong with how a call ended that was told to stop. */
export function stopProblems(result: ToolResult, tookMs: number, { settleMs }: ToolSubject): string[] {
  const problems: string[] = [];
  if (tookMs > settleMs) problems.push(`took ${Math.round(tookMs)} ms ${TO_STOP} ${settleMs} are allowed`);
  if (!result.ok && result.error.details?.['handlerStillRunning'] === true) {
    problems.push('goes on running after it was stopped: listen to context.signal');
  }
  return problems;
}

const TO_STOP = 'to stop;';

function isSlow(problem: string): boolean {
  return problem.includes(TO_STOP);
}
