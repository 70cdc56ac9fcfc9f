import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { launch, planLaunch, pumpOutput } from './launch.ts';
import type { Launched, LaunchPlan } from './launch.ts';
import { endWithHost } from './lifetime/host-exit.ts';
import type { Slots } from './lifetime/slots.ts';
import { Supervision } from './lifetime/supervise.ts';
import { CapturedOutput } from './output/captured-output.ts';
import { keepOutput } from './output/keep-output.ts';
import { OutputListener } from './output/output-listener.ts';
import { newLog } from './output/new-log.ts';
import type { ProcessMarks } from './process-marks.ts';
import type { ProcessesSettings } from './processes-options.ts';
import { programOwner } from './program-owner.ts';
import { processErrors } from './errors.ts';
import { endingWarnings, runEnding } from './run-ending.ts';
import type { Command, RunOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';
import { feedInput } from './spawn/feed-input.ts';

export interface RunEnvironment {
  readonly settings: ProcessesSettings;
  readonly marks: ProcessMarks;
  readonly slots: Slots;
}

/** Runs a program to its end. Never rejects. */
export async function run(command: Command, options: RunOptions, environment: RunEnvironment): Promise<RunResult> {
  const { settings, marks } = environment;
  const plan = planLaunch(command, options, { settings, marks, openInput: options.input !== undefined });
  if ('error' in plan) return notStarted(plan.error);
  const taken = await launchInTurn(plan, options, environment);
  if ('error' in taken) return notStarted(taken.error);
  try {
    return await observe(taken, plan, options, settings);
  } finally {
    environment.slots.give(programOwner(options));
  }
}

/** A program that holds a slot, and how much of its time is left after it waited for the slot. */
export interface LaunchedInTurn extends Launched {
  readonly leftMs: number;
}

/**
 * Holds a slot when it gives a program. A system without room makes it wait for others to end. The wait counts toward
 * the call's time: one whose time is up in the line is not started.
 */
export async function launchInTurn(
  plan: LaunchPlan,
  options: RunOptions,
  { settings, slots }: RunEnvironment,
): Promise<LaunchedInTurn | { readonly error: ToolError }> {
  const { signal, timeoutMs = settings.timeoutMs } = options;
  const owner = programOwner(options);
  let leftMs = timeoutMs;
  for (;;) {
    const joinedAt = performance.now();
    const turn = slots.take({ owner, signal, waitMs: leftMs });
    if (turn !== 'taken') {
      const taken = await turn;
      if (taken === 'full') return { error: processErrors.TOO_MANY_PROCESSES() };
      if (taken === 'cancelled') return { error: coreErrors.CANCELLED() };
      if (taken === 'timed-out') return { error: neverStarted(timeoutMs) };
      leftMs -= performance.now() - joinedAt;
    }
    const launched = await launch(plan, signal);
    slots.use();
    if (!('error' in launched)) return { ...launched, leftMs };
    const retry = launched.error.code === processErrors.TOO_MANY_PROCESSES.code && slots.shrink();
    slots.give(owner);
    if (!retry) return launched;
  }
}

function neverStarted(timeoutMs: number): ToolError {
  return coreErrors.TIMEOUT({
    message: `The program was not started: its ${timeoutMs} ms passed while it waited for others to end.`,
    suggestion: 'Try again when fewer programs are running, or allow more time.',
  });
}

async function observe(
  { child, root, leftMs }: LaunchedInTurn,
  plan: LaunchPlan,
  options: RunOptions,
  settings: ProcessesSettings,
): Promise<RunResult> {
  const artifacts = options.artifacts ?? settings.artifacts;
  const captured = new CapturedOutput(options.maxOutputChars ?? settings.maxOutputChars, options);
  const log = artifacts && newLog(settings);
  const listener = new OutputListener(options.onOutput);
  const pumps = pumpOutput(child, plan.encoding, (stream) => (text) => {
    captured.push(stream, text);
    return bothOf(log?.push(text), listener.call(stream, text));
  });
  const supervision = new Supervision(child, {
    root,
    pumps,
    killGraceMs: options.killGraceMs ?? settings.killGraceMs,
    exitGraceMs: settings.exitGraceMs,
    endLeftovers: () => true,
    leavesNothing: options.leavesNothing ?? false,
  });
  if (options.input !== undefined && child.stdin !== null) feedInput(child.stdin, options.input);
  const released = endWithHost(root);
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  const ending = await supervision.within(leftMs, options.signal);
  released();
  listener.stop();

  const output = captured.finish();
  const warnings = [...listener.warnings, ...endingWarnings(ending)];
  const { artifactLimitBytes: limitBytes } = settings;
  const isKept = log !== undefined && artifacts !== undefined && output.truncated;
  const artifact = isKept
    ? await keepOutput(log, { artifacts, limitBytes, text: options.description ?? plan.text, options, warnings })
    : undefined;
  await log?.close();
  return {
    ...runEnding(ending, timeoutMs),
    ...output,
    totalBytes: pumps.reduce((sum, pump) => sum + pump.bytes, 0),
    durationMs: performance.now() - root.startedAt,
    ...(artifact && { artifact }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function bothOf(one: Promise<void> | undefined, other: Promise<void> | undefined): Promise<unknown> | undefined {
  return one !== undefined && other !== undefined ? Promise.all([one, other]) : (one ?? other);
}

/** The result of a program that never ran. */
export function notStarted(error: ToolError): RunResult {
  return {
    status: UNSTARTED[error.code] ?? 'failed-to-start',
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

/** What ended before it began for want of time or of interest; all else failed to start. */
const UNSTARTED: Readonly<Record<string, RunResult['status']>> = {
  [coreErrors.CANCELLED.code]: 'cancelled',
  [coreErrors.TIMEOUT.code]: 'timed-out',
};
