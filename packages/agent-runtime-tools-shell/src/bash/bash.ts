import type { ArtifactRef } from '@ku0/agent-runtime-tools-core';
import { runForeground } from '../command/run-foreground.ts';
import type { CommandOptions } from '../command/command-options.ts';
import { commandValue } from '../output/command-value.ts';
import type { CommandValue } from '../output/command-value.ts';

export interface BashParams {
  readonly command: string;
  /** In seconds. */
  readonly timeout?: number;
  readonly cwd?: string;
}

/** Three fields are there twice: under the names that all tools share, and under those that `bash` first had. */
export interface BashValue extends CommandValue {
  /** The same as `stdout`. */
  output: string;
  /** The same as `exitCode`. */
  exit_code?: number;
  /** The same as `commandId`. */
  command_id?: string;
}

/** Runs a command line. A failing command is a value with its exit code; a ToolFailure is thrown for all else. */
export async function bash(
  { command, timeout, cwd }: BashParams,
  options: CommandOptions,
): Promise<{ readonly value: BashValue; readonly artifact: ArtifactRef | undefined }> {
  const request = { command, ...(timeout !== undefined && { timeout }), ...(cwd !== undefined && { cwd }) };
  const outcome = await runForeground(request, options);
  const value = commandValue(outcome);
  const { stdout: output, exitCode, commandId } = value;
  return {
    value: {
      ...value,
      output,
      ...(exitCode !== undefined && { exit_code: exitCode }),
      ...(commandId !== undefined && { command_id: commandId }),
    },
    artifact: outcome.artifact,
  };
}
