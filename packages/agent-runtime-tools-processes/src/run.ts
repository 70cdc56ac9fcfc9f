import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ArtifactRef, ArtifactStore, ToolError } from '@ku0/agent-runtime-tools-core';
import { launch, planLaunch, pumpOutput } from './launch.ts';
import type { Launched, LaunchPlan } from './launch.ts';
import { endWithHost } from './lifetime/host-exit.ts';
import type { Slots } from './lifetime/slots.ts';
import { Supervision } from './lifetime/supervise.ts';
import type { Ending } from './lifetime/supervise.ts';
import { HeadAndTail } from './output/head-and-tail.ts';
import { OutputListener } from './output/output-listener.ts';
import { OutputLog } from './output/output-log.ts';
import type { ProcessMarks } from './process-marks.ts';
import type { ProcessesSettings } from './processes-options.ts';
import { processErrors } from './errors.ts';
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
  const taken = await launchInTurn(plan, options.signal, environment.slots);
  if ('error' in taken) return notStarted(taken.error);
  try {
    return await observe(taken, plan, options, settings);
  } finally {
    environment.slots.give();
  }
}

/** Holds a slot when it gives a program. A system without room makes it wait for others to end. */
async function launchInTurn(
  plan: LaunchPlan,
  signal: AbortSignal | undefined,
  slots: Slots,
): Promise<Launched | { readonly error: ToolError }> {
  for (;;) {
    const turn = slots.take(signal);
    const taken = turn === 'taken' ? turn : await turn;
    if (taken === 'full') return { error: processErrors.TOO_MANY_PROCESSES() };
    if (taken === 'cancelled') return { error: coreErrors.CANCELLED() };
    const launched = await launch(plan);
    slots.use();
    if (!('error' in launched)) return launched;
    const retry = launched.error.code === processErrors.TOO_MANY_PROCESSES.code && slots.shrink();
    slots.give();
    if (!retry) return launched;
  }
}

async function observe(
  { child, root }: Launched,
  plan: LaunchPlan,
  options: RunOptions,
  settings: ProcessesSettings,
): Promise<RunResult> {
  const artifacts = options.artifacts ?? settings.artifacts;
  const maxChars = options.maxOutputChars ?? settings.maxOutputChars;
  const captures = { stdout: new HeadAndTail(maxChars), stderr: new HeadAndTail(maxChars) };
  const all = options.interleave ? new HeadAndTail(maxChars) : undefined;
  const log = artifacts && new OutputLog({ spoolDir: settings.spoolDir, limitBytes: settings.spoolLimitBytes });
  const listener = new OutputListener(options.onOutput);
  const pumps = pumpOutput(child, plan.encoding, (stream) => (text) => {
    captures[stream].push(text);
    all?.push(text);
    return bothOf(log?.push(text), listener.call(stream, text));
  });
  const supervision = new Supervision(child, {
    root,
    pumps,
    killGraceMs: options.killGraceMs ?? settings.killGraceMs,
    exitGraceMs: settings.exitGraceMs,
    endLeftovers: true,
  });
  if (options.input !== undefined && child.stdin !== null) feedInput(child.stdin, options.input);
  const released = endWithHost(root);
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  const ending = await supervision.within(timeoutMs, options.signal);
  released();
  listener.stop();

  const stdout = captures.stdout.finish();
  const stderr = captures.stderr.finish();
  const both = all?.finish();
  const truncated = stdout.truncated || stderr.truncated || (both?.truncated ?? false);
  const warnings = [...listener.warnings, ...heldWarning(ending)];
  const artifact = log && artifacts && (await keep(log, { artifacts, truncated, plan, options, settings, warnings }));
  return {
    ...endingOf(ending, timeoutMs),
    stdout: stdout.text,
    stderr: stderr.text,
    ...(both && { all: both.text }),
    truncated,
    totalBytes: pumps.reduce((sum, pump) => sum + pump.bytes, 0),
    durationMs: performance.now() - root.startedAt,
    ...(artifact && { artifact }),
    ...(warnings.length > 0 && { warnings }),
  };
}

function bothOf(one: Promise<void> | undefined, other: Promise<void> | undefined): Promise<unknown> | undefined {
  return one !== undefined && other !== undefined ? Promise.all([one, other]) : (one ?? other);
}

function endingOf(ending: Ending, timeoutMs: number): Omit<Ending, 'outputHeld'> & { readonly error?: ToolError } {
  const { outputHeld: _, ...rest } = ending;
  if (ending.status === 'timed-out') {
    return { ...rest, error: coreErrors.TIMEOUT({ message: `The program was ended after ${timeoutMs} ms.` }) };
  }
  return ending.status === 'cancelled' ? { ...rest, error: coreErrors.CANCELLED() } : rest;
}

function heldWarning({ outputHeld }: Ending): readonly string[] {
  return outputHeld ? ['A process that could not be found still holds the output open; what it prints is lost.'] : [];
}

/** Only what was cut is worth an artifact. A store that fails costs the artifact, not the result. */
async function keep(
  log: OutputLog,
  more: {
    readonly artifacts: ArtifactStore;
    readonly truncated: boolean;
    readonly plan: LaunchPlan;
    readonly options: RunOptions;
    readonly settings: ProcessesSettings;
    readonly warnings: string[];
  },
): Promise<ArtifactRef | undefined> {
  const { artifacts, truncated, plan, options, settings, warnings } = more;
  try {
    if (!truncated) return undefined;
    const ref = await artifacts.put(await log.text(settings.artifactLimitBytes), {
      mediaType: 'text/plain',
      description: `Output of ${plan.text.slice(0, 200)}`,
      ...(options.taskId !== undefined && { taskId: options.taskId }),
      ...(options.callId !== undefined && { callId: options.callId }),
    });
    warnings.push(...log.warnings);
    return ref;
  } catch (error) {
    warnings.push(`The full output could not be stored: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  } finally {
    await log.close();
  }
}

/** The result of a program that never ran. */
export function notStarted(error: ToolError): RunResult {
  const status = error.code === coreErrors.CANCELLED.code ? 'cancelled' : 'failed-to-start';
  return {
    status,
    stdout: '',
    stderr: '',
    truncated: false,
    totalBytes: 0,
    durationMs: 0,
    survivors: [],
    error,
  };
}
