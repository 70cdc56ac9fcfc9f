import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { Ending } from './lifetime/supervise.ts';
import type { RunResult } from './run-result.ts';

/** The part of a result that tells how the program ended. */
export function runEnding(
  ending: Ending,
  timeoutMs: number,
): Pick<RunResult, 'status' | 'exitCode' | 'signal' | 'survivors' | 'waitingForInput' | 'error'> {
  const { outputHeld: _, ...rest } = ending;
  if (ending.status === 'timed-out') {
    return { ...rest, error: coreErrors.TIMEOUT({ message: `The program was ended after ${timeoutMs} ms.` }) };
  }
  return ending.status === 'cancelled' ? { ...rest, error: coreErrors.CANCELLED() } : rest;
}

export function endingWarnings({ outputHeld }: Ending): readonly string[] {
  return outputHeld ? ['A process that could not be found still holds the output open; what it prints is lost.'] : [];
}
