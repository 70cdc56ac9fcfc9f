import type { ArtifactRef } from '@ku0/agent-runtime-tools-core';
import { startBackground } from '../background/start-background.ts';
import { runForeground } from '../command/run-foreground.ts';
import type { CommandOptions } from '../command/command-options.ts';
import type { CommandRequest } from '../command/prepare-command.ts';
import { commandValue } from '../output/command-value.ts';
import type { CommandValue } from '../output/command-value.ts';

export interface RunCommandParams extends CommandRequest {
  /** In seconds. */
  readonly timeout?: number;
  readonly background?: boolean;
}

/** Runs a command, or starts it. A failing command is a value with its exit code; a ToolFailure is thrown for all else. */
export async function runCommand(
  { background = false, ...request }: RunCommandParams,
  options: CommandOptions,
): Promise<{ readonly value: CommandValue; readonly artifact: ArtifactRef | undefined }> {
  if (background) return { value: await start(request, options), artifact: undefined };
  const outcome = await runForeground(request, options);
  return { value: commandValue(outcome), artifact: outcome.artifact };
}

async function start({ timeout, ...request }: RunCommandParams, options: CommandOptions): Promise<CommandValue> {
  const limit = timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
  const { id } = await startBackground({ ...request, ...limit }, options);
  return { stdout: '', stderr: '', duration: 0, truncated: false, commandId: id };
}
