import type { BackgroundProcess } from '../background/background-process.ts';
import { planLaunch } from '../launch/launch.ts';
import type { Launched, LaunchPlan } from '../launch/launch.ts';
import { programOwner } from '../lifetime/program-owner.ts';
import { CapturedOutput } from '../output/capture/captured-output.ts';
import type { Command, RunOptions } from '../run-options.ts';
import type { RunResult } from '../run-result.ts';
import { launchInTurn } from './launch-in-turn.ts';
import type { RunDependencies } from './launch-in-turn.ts';
import { endingWarnings, notStarted, runEnding } from './run-ending.ts';

/** How a run becomes a background program. */
export interface BackgroundHost {
  /** Wraps a program that was just started, without adding it to the list of background programs. */
  adopt(
    launched: Launched,
    plan: LaunchPlan,
    run: { options: RunOptions; captured: CapturedOutput },
  ): BackgroundProcess;
  /** Adds it to the list of background programs. False if there are too many. */
  register(handle: BackgroundProcess): boolean;
}

/** Runs a program to its end or until its time is up; then it continues in the background. Never rejects. */
export async function runOrDetach(
  command: Command,
  options: RunOptions,
  dependencies: RunDependencies & { readonly background: BackgroundHost },
): Promise<RunResult> {
  const { settings, marks, slots, background } = dependencies;
  const plan = planLaunch(command, options, { settings, marks, openInput: options.input !== undefined });
  if ('error' in plan) return notStarted(plan.error);
  const launched = await launchInTurn(plan, options, dependencies);
  if ('error' in launched) return notStarted(launched.error);
  const captured = new CapturedOutput(options.maxOutputChars ?? settings.maxOutputChars, options);
  const handle = background.adopt(launched, plan, { options, captured });
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  try {
    // AbortSignal.timeout throws for fractions and for numbers that are too large; the program must not be lost then.
    const limit = AbortSignal.timeout(Math.min(Math.max(0, Math.ceil(launched.remainingMs || 0)), MAX_TIMER_MS));
    if ((await handle.wait(limit)) === 'running') {
      if (background.register(handle)) return await detachedResult(handle, captured);
      await handle.stopForTimeout();
    }
  } finally {
    slots.release(programOwner(options));
  }
  return endedResult(handle, { captured, plan, options, dependencies, timeoutMs });
}

const MAX_TIMER_MS = 2 ** 31 - 1;

async function detachedResult(handle: BackgroundProcess, captured: CapturedOutput): Promise<RunResult> {
  const waitingForInput = await handle.isWaitingForInput();
  handle.detach();
  return {
    status: 'running',
    handle,
    ...captured.finish(),
    totalBytes: handle.totalBytes,
    durationMs: Date.now() - handle.startedAt,
    survivors: [],
    ...(waitingForInput !== undefined && { waitingForInput }),
  };
}

interface EndedRun {
  readonly captured: CapturedOutput;
  readonly plan: LaunchPlan;
  readonly options: RunOptions;
  readonly dependencies: RunDependencies;
  readonly timeoutMs: number;
}

async function endedResult(handle: BackgroundProcess, run: EndedRun): Promise<RunResult> {
  const { captured, plan, options, dependencies, timeoutMs } = run;
  const output = captured.finish();
  const ending = handle.ending;
  const warnings = [...handle.listenerWarnings, ...(ending ? endingWarnings(ending) : [])];
  const { artifactLimitBytes: limitBytes } = dependencies.settings;
  const { artifacts = dependencies.settings.artifacts, description: text = plan.text } = options;
  const isStored = output.truncated && artifacts !== undefined;
  const artifact = isStored ? await handle.storeOutput({ artifacts, limitBytes, text, options, warnings }) : undefined;
  const durationMs = (handle.endedAt ?? Date.now()) - handle.startedAt;
  await handle.dispose();
  return {
    ...(ending === undefined ? { status: 'cancelled' as const, survivors: [] } : runEnding(ending, timeoutMs)),
    ...output,
    totalBytes: handle.totalBytes,
    durationMs,
    ...(artifact && { artifact }),
    ...(warnings.length > 0 && { warnings }),
  };
}
