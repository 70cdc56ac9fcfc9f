import type { ArtifactRef } from '@ku0/agent-runtime-tools-core';
import { startBackground } from '../background/start-background.ts';
import { runForeground } from '../command/run-foreground.ts';
import type { CommandOptions } from '../command/command-options.ts';
import type { CommandRequest } from '../command/prepare-command.ts';
import type { SurvivorList } from '../output/survivor-list.ts';

export interface RunCommandParams extends CommandRequest {
  /** In seconds. */
  readonly timeout?: number;
  readonly background?: boolean;
}

export interface RunCommandValue {
  stdout: string;
  stderr: string;
  exitCode?: number;
  signal?: string;
  /** In milliseconds. */
  duration: number;
  truncated: boolean;
  artifact?: string;
  commandId?: string;
  survivors?: SurvivorList;
  notes?: string[];
}

/** Runs a command, or starts it. A failing command is a value with its exit code; a ToolFailure is thrown for all else. */
export async function runCommand(
  { background = false, ...request }: RunCommandParams,
  options: CommandOptions,
): Promise<{ readonly value: RunCommandValue; readonly artifact: ArtifactRef | undefined }> {
  if (background) return { value: await start(request, options), artifact: undefined };
  const outcome = await runForeground(request, options);
  const { artifact, durationMs, notes, survivors, ...rest } = outcome;
  const value: RunCommandValue = {
    ...rest,
    duration: Math.round(durationMs),
    ...(artifact && { artifact: artifact.id }),
    ...(survivors.length > 0 && { survivors: survivors.map((survivor) => ({ ...survivor })) }),
    ...(notes.length > 0 && { notes: [...notes] }),
  };
  return { value, artifact };
}

async function start({ timeout, ...request }: RunCommandParams, options: CommandOptions): Promise<RunCommandValue> {
  const limit = timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
  const { id } = await startBackground({ ...request, ...limit }, options);
  return { stdout: '', stderr: '', duration: 0, truncated: false, commandId: id };
}
