import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '../errors.ts';
import { launch } from '../launch/launch.ts';
import type { Launched, LaunchPlan } from '../launch/launch.ts';
import type { ProcessMarks } from '../launch/process-marks.ts';
import { programOwner } from '../lifetime/program-owner.ts';
import type { ProcessesSettings } from '../processes-options.ts';
import type { RunOptions } from '../run-options.ts';
import type { ProcessSlots } from './process-slots.ts';

/** The parts of the service that a run needs. */
export interface RunDependencies {
  readonly settings: ProcessesSettings;
  readonly marks: ProcessMarks;
  readonly slots: ProcessSlots;
}

/** A program that holds a slot, and how much of its time is left after waiting for the slot. */
export interface LaunchedInTurn extends Launched {
  readonly remainingMs: number;
}

/**
 * Acquires a slot and starts the program; the caller releases the slot. If the system cannot start another program, it
 * waits until others have ended. Waiting counts toward the timeout: a program whose time is up by then is not started.
 */
export async function launchInTurn(
  plan: LaunchPlan,
  options: RunOptions,
  { settings, slots }: RunDependencies,
): Promise<LaunchedInTurn | { readonly error: ToolError }> {
  const { signal, timeoutMs = settings.timeoutMs } = options;
  const owner = programOwner(options);
  let remainingMs = timeoutMs;
  for (;;) {
    const queuedAt = performance.now();
    const slot = slots.acquire({ owner, signal, waitMs: remainingMs });
    if (slot !== 'acquired') {
      const result = await slot;
      if (result === 'full') return { error: processErrors.TOO_MANY_PROCESSES() };
      if (result === 'cancelled') return { error: coreErrors.CANCELLED() };
      if (result === 'timed-out') return { error: timedOutInQueue(timeoutMs) };
      remainingMs -= performance.now() - queuedAt;
    }
    const launched = await launch(plan, signal);
    slots.markStarted();
    if (!('error' in launched)) return { ...launched, remainingMs };
    const mayRetry = launched.error.code === processErrors.TOO_MANY_PROCESSES.code && slots.reduceLimit();
    slots.release(owner);
    if (!mayRetry) return launched;
  }
}

function timedOutInQueue(timeoutMs: number): ToolError {
  return coreErrors.TIMEOUT({
    message: `The program was not started: its ${timeoutMs} ms passed while it waited for others to end.`,
    suggestion: 'Try again when fewer programs are running, or allow more time.',
  });
}
