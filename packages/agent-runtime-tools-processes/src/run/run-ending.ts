import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { Ending } from '../lifetime/supervision.ts';
import type { RunResult } from '../run-result.ts';

/** The part of a result that says how the program ended. */
export function runEnding(
  ending: Ending,
  timeoutMs: number,
): Pick<RunResult, 'status' | 'exitCode' | 'signal' | 'survivors' | 'waitingForInput' | 'error'> {
  const { outputStillOpen: _, ...rest } = ending;
  if (ending.status === 'timed-out') {
    return { ...rest, error: coreErrors.TIMEOUT({ message: `The program was ended after ${timeoutMs} ms.` }) };
  }
  return ending.status === 'cancelled' ? { ...rest, error: coreErrors.CANCELLED() } : rest;
}

export function endingWarnings({ outputStillOpen }: Ending): readonly string[] {
  return outputStillOpen
    ? ['A process that could not be found still has the output open; anything it prints is lost.']
    : [];
}

/** The result of a program that was never started. */
export function notStarted(error: ToolError): RunResult {
  return {
    status: UNSTARTED_STATUS[error.code] ?? 'failed-to-start',
    stdout: '',
    stderr: '',
    truncated: false,
    totalBytes: 0,
    durationMs: 0,
    survivors: [],
    notStarted: true,
    error,
  };
}

const UNSTARTED_STATUS: Readonly<Record<string, RunResult['status']>> = {
  [coreErrors.CANCELLED.code]: 'cancelled',
  [coreErrors.TIMEOUT.code]: 'timed-out',
};
