import { planLaunch, pumpOutput } from '../launch/launch.ts';
import type { LaunchPlan } from '../launch/launch.ts';
import { feedInput } from '../launch/feed-input.ts';
import { killOnHostExit } from '../lifetime/kill-on-host-exit.ts';
import { programOwner } from '../lifetime/program-owner.ts';
import { Supervision } from '../lifetime/supervision.ts';
import { CapturedOutput } from '../output/capture/captured-output.ts';
import { OutputLog } from '../output/log/output-log.ts';
import { storeOutput } from '../output/log/store-output.ts';
import { OutputListener, whenBothAreReady } from '../output/stream/output-listener.ts';
import type { ProcessesSettings } from '../processes-options.ts';
import type { Command, RunOptions } from '../run-options.ts';
import type { RunResult } from '../run-result.ts';
import { launchInTurn } from './launch-in-turn.ts';
import type { LaunchedInTurn, RunDependencies } from './launch-in-turn.ts';
import { endingWarnings, notStarted, runEnding } from './run-ending.ts';

/** Runs a program to its end. Never rejects. */
export async function run(command: Command, options: RunOptions, dependencies: RunDependencies): Promise<RunResult> {
  const { settings, marks, slots } = dependencies;
  const plan = planLaunch(command, options, { settings, marks, openInput: options.input !== undefined });
  if ('error' in plan) return notStarted(plan.error);
  const launched = await launchInTurn(plan, options, dependencies);
  if ('error' in launched) return notStarted(launched.error);
  try {
    return await superviseToEnd(launched, plan, options, settings);
  } finally {
    slots.release(programOwner(options));
  }
}

async function superviseToEnd(
  { child, root, remainingMs }: LaunchedInTurn,
  plan: LaunchPlan,
  options: RunOptions,
  settings: ProcessesSettings,
): Promise<RunResult> {
  const artifacts = options.artifacts ?? settings.artifacts;
  const captured = new CapturedOutput(options.maxOutputChars ?? settings.maxOutputChars, options);
  const log = artifacts && OutputLog.within(settings);
  const listener = new OutputListener(options.onOutput);
  const pumps = pumpOutput(child, plan.encoding, (stream) => (text) => {
    captured.push(stream, text);
    return whenBothAreReady(log?.push(text), listener.notify(stream, text));
  });
  const supervision = new Supervision(child, {
    root,
    pumps,
    killGraceMs: options.killGraceMs ?? settings.killGraceMs,
    exitGraceMs: settings.exitGraceMs,
    endLeftovers: () => true,
    endsDescendants: options.endsDescendants ?? false,
  });
  if (options.input !== undefined && child.stdin !== null) feedInput(child.stdin, options.input);
  const unregister = killOnHostExit(root);
  const ending = await supervision.waitForEnd(remainingMs, options.signal);
  unregister();
  listener.stop();

  const output = captured.finish();
  const warnings = [...listener.warnings, ...endingWarnings(ending)];
  const { artifactLimitBytes: limitBytes, timeoutMs } = settings;
  const isStored = log !== undefined && artifacts !== undefined && output.truncated;
  const artifact = isStored
    ? await storeOutput(log, { artifacts, limitBytes, text: options.description ?? plan.text, options, warnings })
    : undefined;
  await log?.close();
  return {
    ...runEnding(ending, options.timeoutMs ?? timeoutMs),
    ...output,
    totalBytes: pumps.reduce((sum, pump) => sum + pump.bytes, 0),
    durationMs: performance.now() - root.startedAt,
    ...(artifact && { artifact }),
    ...(warnings.length > 0 && { warnings }),
  };
}
