import type { ArtifactRef } from '@ku0/agent-runtime-tools-core';
import { runForeground } from '../command/run-foreground.ts';
import type { CommandOptions } from '../command/command-options.ts';
import type { SurvivorList } from '../output/survivor-list.ts';

export interface BashParams {
  readonly command: string;
  /** In seconds. */
  readonly timeout?: number;
  readonly working_dir?: string;
}

export interface BashValue {
  output: string;
  stderr: string;
  exit_code?: number;
  signal?: string;
  /** In milliseconds. */
  duration: number;
  truncated: boolean;
  artifact?: string;
  command_id?: string;
  survivors?: SurvivorList;
  notes?: string[];
}

/** Runs a command line. A failing command is a value with its exit code; a ToolFailure is thrown for all else. */
export async function bash(
  { command, timeout, working_dir: cwd }: BashParams,
  options: CommandOptions,
): Promise<{ readonly value: BashValue; readonly artifact: ArtifactRef | undefined }> {
  const request = { command, ...(timeout !== undefined && { timeout }), ...(cwd !== undefined && { cwd }) };
  const outcome = await runForeground(request, options);
  const { exitCode, signal, artifact, commandId, survivors, notes } = outcome;
  const value: BashValue = {
    output: outcome.stdout,
    stderr: outcome.stderr,
    ...(exitCode !== undefined && { exit_code: exitCode }),
    ...(signal !== undefined && { signal }),
    duration: Math.round(outcome.durationMs),
    truncated: outcome.truncated,
    ...(artifact && { artifact: artifact.id }),
    ...(commandId !== undefined && { command_id: commandId }),
    ...(survivors.length > 0 && { survivors: survivors.map((survivor) => ({ ...survivor })) }),
    ...(notes.length > 0 && { notes: [...notes] }),
  };
  return { value, artifact };
}
