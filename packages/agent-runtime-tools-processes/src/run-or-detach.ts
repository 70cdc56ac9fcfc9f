import type { BackgroundProcess } from './background-process.ts';
import type { Launched, LaunchPlan } from './launch.ts';
import { planLaunch } from './launch.ts';
import { CapturedOutput } from './output/captured-output.ts';
import { programOwner } from './program-owner.ts';
import { launchInTurn, notStarted } from './run.ts';
import type { RunEnvironment } from './run.ts';
import { endingWarnings, runEnding } from './run-ending.ts';
import type { Command, RunOptions } from './run-options.ts';
import type { RunResult } from './run-result.ts';

/** The service's list of background programs, as far as it is needed here. */
export interface Background {
  adopt(
    launched: Launched,
    plan: LaunchPlan,
    more: { options: RunOptions; captured: CapturedOutput },
  ): BackgroundProcess;
  /** Makes it one of the background programs; false when there are too many. */
  keep(handle: BackgroundProcess): boolean;
}

/** Runs a program to its end, or until its time is up: then it goes on in the background. Never rejects. */
export async function runOrDetach(
  command: Command,
  options: RunOptions,
  environment: RunEnvironment & { readonly background: Background },
): Promise<RunResult> {
  const { settings, marks, slots, background } = environment;
  const plan = planLaunch(command, options, { settings, marks, openInput: options.input !== undefined });
  if ('error' in plan) return notStarted(plan.error);
  const launched = await launchInTurn(plan, options, environment);
  if ('error' in launched) return notStarted(launched.error);
  const captured = new CapturedOutput(options.maxOutputChars ?? settings.maxOutputChars, options);
  const handle = background.adopt(launched, plan, { options, captured });
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  try {
    // It takes whole numbers only, and throws for all else: the program would go on with nobody to end it.
    const limit = AbortSignal.timeout(Math.min(Math.max(0, Math.ceil(launched.leftMs || 0)), LONGEST_TIMER));
    if ((await handle.wait(limit)) === 'running') {
      if (background.keep(handle)) return await detached(handle, captured);
      await handle.endByTimeout();
    }
  } finally {
    slots.give(programOwner(options));
  }
  return ended(handle, { captured, plan, options, environment, timeoutMs });
}

const LONGEST_TIMER = 2 ** 31 - 1;

async function detached(handle: BackgroundProcess, captured: CapturedOutput): Promise<RunResult> {
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
  readonly environment: RunEnvironment;
  readonly timeoutMs: number;
}

async function ended(handle: BackgroundProcess, run: EndedRun): Promise<RunResult> {
  const { captured, plan, options, environment, timeoutMs } = run;
  const output = captured.finish();
  const ending = handle.ending;
  const warnings = [...handle.listenerWarnings, ...(ending ? endingWarnings(ending) : [])];
  const { artifacts = environment.settings.artifacts, owner, taskId, callId } = options;
  const artifact =
    output.truncated && artifacts !== undefined
      ? await handle.keepOutput({
          artifacts,
          limitBytes: environment.settings.artifactLimitBytes,
          text: options.description ?? plan.text,
          options: {
            ...(owner !== undefined && { owner }),
            ...(taskId !== undefined && { taskId }),
            ...(callId !== undefined && { callId }),
          },
          warnings,
        })
      : undefined;
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
