import { coreErrors, errorMessage } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { ChildProcess } from 'node:child_process';
import { buildEnvironment } from '../environment/build-environment.ts';
import { processErrors } from '../errors.ts';
import { OutputPump } from '../output/stream/output-pump.ts';
import type { OutputConsumer } from '../output/stream/output-pump.ts';
import { createDecoder } from '../output/stream/output-decoder.ts';
import { platform } from '../platform/current-platform.ts';
import { inheritableDescriptors } from '../platform/inheritable-descriptors.ts';
import type { RootProcess, SpawnPlan } from '../platform/platform.ts';
import type { ProcessesSettings } from '../processes-options.ts';
import type { Command, OutputStream, ProgramOptions } from '../run-options.ts';
import { commandLine } from './command-line.ts';
import { MARK_VARIABLE } from './process-marks.ts';
import type { ProcessMarks } from './process-marks.ts';
import { spawnProgram } from './spawn-program.ts';
import { startInTurn } from './start-in-turn.ts';

/** A checked program, ready to be started. */
export interface LaunchPlan extends SpawnPlan {
  /** The command as a person would write it. */
  readonly text: string;
  /** Identifies the program's descendants; it is in their environment. */
  readonly mark: string;
  /** The encoding of the output. */
  readonly encoding: string;
}

export interface Launched {
  readonly child: ChildProcess;
  readonly root: RootProcess & { groupGone: boolean };
}

export interface LaunchSettings {
  readonly settings: ProcessesSettings;
  readonly marks: ProcessMarks;
  readonly openInput: boolean;
}

/** Checks a command and its options. Never throws, even for values that only untyped callers can pass. */
export function planLaunch(
  command: Command,
  options: ProgramOptions,
  settings: LaunchSettings,
): LaunchPlan | { readonly error: ToolError } {
  try {
    return checkedPlan(command, options, settings);
  } catch (error) {
    return {
      error: processErrors.INVALID_COMMAND({ message: errorMessage(error) }),
    };
  }
}

/** Starts a program, unless the signal has fired. Never rejects. */
export async function launch(
  plan: LaunchPlan,
  signal?: AbortSignal,
): Promise<Launched | { readonly error: ToolError }> {
  const start = await startInTurn(() =>
    signal?.aborted ? undefined : { at: performance.now(), spawned: spawnProgram(plan) },
  );
  if (start === undefined) return { error: coreErrors.CANCELLED() };
  const spawned = await start.spawned;
  if (!spawned.ok) return spawned;
  const { child, pid } = spawned;
  const outputs = platform.outputPipesOf(pid);
  return { child, root: { pid, mark: plan.mark, startedAt: start.at, outputs, groupGone: false } };
}

/** Reads both output streams of a program, each into its own consumer. */
export function pumpOutput(
  child: ChildProcess,
  encoding: string,
  consumerOf: (stream: OutputStream) => OutputConsumer,
): readonly OutputPump[] {
  const pumps: OutputPump[] = [];
  for (const stream of ['stdout', 'stderr'] as const) {
    const decoder = createDecoder(encoding);
    const readable = child[stream];
    if (decoder !== undefined && readable !== null) pumps.push(new OutputPump(readable, decoder, consumerOf(stream)));
  }
  return pumps;
}

function checkedPlan(
  command: Command,
  options: ProgramOptions,
  { settings, marks, openInput }: LaunchSettings,
): LaunchPlan | { readonly error: ToolError } {
  if (options.signal?.aborted) return { error: coreErrors.CANCELLED() };
  const line = commandLine(command, options);
  if ('code' in line) return { error: line };
  const encoding = options.encoding ?? 'utf-8';
  if (createDecoder(encoding) === undefined) {
    return { error: processErrors.INVALID_COMMAND({ message: `There is no encoding ${encoding}.` }) };
  }
  const inherit = options.inheritEnv ?? settings.inheritEnv ?? platform.inheritedNames;
  const environment = buildEnvironment({
    // Enumerating process.env is slow, so it is skipped if nothing is inherited.
    from: inherit.length === 0 ? {} : process.env,
    inherit,
    add: options.env ?? {},
    allow: [...settings.allowEnv, ...(options.allowEnv ?? [])],
    ignoreCase: platform.ignoresCase,
  });
  if (!environment.ok) return environment;
  const mark = marks.next();
  environment.env[MARK_VARIABLE] = marks.valueWith(mark);
  // Node's pipes are sockets. A bash with a socket as input and no SHLVL assumes a remote login and reads ~/.bashrc.
  if (platform.hasGroups) environment.env['SHLVL'] ??= '1';
  const { file, args, text } = line;
  const cwd = options.cwd ?? settings.cwd ?? currentFolder();
  const { shell = false } = options;
  const hideDescriptors = [...new Set([...(options.hideDescriptors ?? []), ...inheritableDescriptors()])];
  return { file, args, text, cwd, mark, encoding, openInput, shell, env: environment.env, hideDescriptors };
}

/** `process.cwd()` throws if the folder was removed. The start then fails with INVALID_DIRECTORY. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '.';
  }
}
