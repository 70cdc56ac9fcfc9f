import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import type { ToolUnderTest } from '../../harness/tool-under-test.ts';

/** Repeats a check that only found slowness: a busy machine is slow sometimes, a tool that does not stop is slow every time. */
export async function retryIfSlow(check: () => Promise<string[]>): Promise<string[]> {
  let problems = await check();
  for (let attempt = 1; attempt < ATTEMPTS && problems.length > 0 && problems.every(isSlow); attempt++)
    problems = await check();
  return problems;
}

const ATTEMPTS = 3;

/** Checks how a stopped call ended. */
export function stopProblems(result: ToolResult, tookMs: number, { settleMs }: ToolUnderTest): string[] {
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
