import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { ChildProcess } from 'node:child_process';
import { buildEnvironment } from './environment/build-environment.ts';
import { processErrors } from './errors.ts';
import { OutputPump } from './output/output-pump.ts';
import type { OutputTaker } from './output/output-pump.ts';
import { textSourceOf } from './output/text-source-of.ts';
import { platform } from './platform/current-platform.ts';
import { inheritableDescriptors } from './platform/inheritable-descriptors.ts';
import type { Root } from './platform/platform.ts';
import { MARK_VARIABLE } from './process-marks.ts';
import type { ProcessMarks } from './process-marks.ts';
import type { ProcessesSettings } from './processes-options.ts';
import type { Command, OutputStream, ProgramOptions } from './run-options.ts';
import { commandLine } from './spawn/command-line.ts';
import { loadExeca, spawnProgram } from './spawn/spawn-program.ts';
import type { SpawnPlan } from './spawn/spawn-program.ts';

/** A program that may be started: everything that can be checked beforehand has been. */
export interface LaunchPlan extends SpawnPlan {
  readonly text: string;
  readonly mark: string;
  readonly encoding: string;
}

export interface Launched {
  readonly child: ChildProcess;
  readonly root: Root & { groupGone: boolean };
}

export interface LaunchSettings {
  readonly settings: ProcessesSettings;
  readonly marks: ProcessMarks;
  readonly openInput: boolean;
}

/** The plan of a program, or why it cannot be started. Never throws, whatever a caller in JavaScript brings. */
export function planLaunch(
  command: Command,
  options: ProgramOptions,
  more: LaunchSettings,
): LaunchPlan | { readonly error: ToolError } {
  try {
    return checkedPlan(command, options, more);
  } catch (error) {
    return {
      error: processErrors.INVALID_COMMAND({ message: error instanceof Error ? error.message : String(error) }),
    };
  }
}

/** Never rejects, and starts nothing for a signal that has fired. */
export async function launch(
  plan: LaunchPlan,
  signal?: AbortSignal,
): Promise<Launched | { readonly error: ToolError }> {
  const execa = await loadExeca();
  if (signal?.aborted) return { error: coreErrors.CANCELLED() };
  const startedAt = performance.now();
  const spawned = await spawnProgram(execa, plan);
  if (!spawned.ok) return spawned;
  const { child, pid } = spawned;
  return { child, root: { pid, mark: plan.mark, startedAt, outputs: platform.outputsOf(pid), groupGone: false } };
}

/** Reads both streams of a program, each into its own taker. */
export function pumpOutput(
  child: ChildProcess,
  encoding: string,
  take: (stream: OutputStream) => OutputTaker,
): readonly OutputPump[] {
  const pumps: OutputPump[] = [];
  for (const stream of ['stdout', 'stderr'] as const) {
    const source = textSourceOf(encoding);
    const readable = child[stream];
    if (source !== undefined && readable !== null) pumps.push(new OutputPump(readable, source, take(stream)));
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
  if (textSourceOf(encoding) === undefined) {
    return { error: processErrors.INVALID_COMMAND({ message: `There is no encoding ${encoding}.` }) };
  }
  const inherit = options.inheritEnv ?? settings.inheritEnv ?? platform.inheritedNames;
  const environment = buildEnvironment({
    // Listing the variables of this process takes its time.
    from: inherit.length === 0 ? {} : process.env,
    inherit,
    add: options.env ?? {},
    allow: [...settings.allowEnv, ...(options.allowEnv ?? [])],
    ignoreCase: platform.ignoresCase,
  });
  if (!environment.ok) return environment;
  const mark = marks.next();
  environment.env[MARK_VARIABLE] = marks.valueWith(mark);
  // A bash whose input is a socket, as Node's pipes are, takes itself for a remote login at level one and reads ~/.bashrc.
  if (platform.hasGroups) environment.env['SHLVL'] ??= '1';
  const { file, args, text } = line;
  const cwd = options.cwd ?? settings.cwd ?? currentFolder();
  const { shell = false } = options;
  const plan = { file, args, text, cwd, mark, encoding, openInput, shell, env: environment.env };
  const inherited = inheritableDescriptors();
  if (options.hideDescriptors === undefined && inherited.length === 0) return plan;
  return { ...plan, hideDescriptors: [...new Set([...(options.hideDescriptors ?? []), ...inherited])] };
}

/** The folder of this process may have been removed under it; the failed start then says so. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '.';
  }
}
