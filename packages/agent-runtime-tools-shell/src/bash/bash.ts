import type { CommandDependencies } from '../command/command-request.ts';
import { runForeground } from '../command/run-foreground.ts';
import type { CommandResult, CommandValue } from '../output/command-value.ts';

export interface BashParams {
  readonly command: string;
  /** In seconds. */
  readonly timeout?: number;
  readonly cwd?: string;
}

/** The common value, with three properties repeated under the names that `bash` had first. */
export interface BashValue extends CommandValue {
  /** The same as `stdout`. */
  output: string;
  /** The same as `exitCode`. */
  exit_code?: number;
  /** The same as `commandId`. */
  command_id?: string;
}

/** Runs a command line. A command that fails is a value with its exit code; other failures throw a ToolFailure. */
export async function bash(
  { command, timeout, cwd }: BashParams,
  dependencies: CommandDependencies,
): Promise<CommandResult<BashValue>> {
  const request = { command, ...(timeout !== undefined && { timeout }), ...(cwd !== undefined && { cwd }) };
  const { value, ...result } = await runForeground(request, dependencies);
  const { stdout: output, exitCode, commandId } = value;
  return {
    ...result,
    value: {
      ...value,
      output,
      ...(exitCode !== undefined && { exit_code: exitCode }),
      ...(commandId !== undefined && { command_id: commandId }),
    },
  };
}
