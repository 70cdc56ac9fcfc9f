import { startBackground } from '../background/start-background.ts';
import type { CommandDependencies, CommandRequest } from '../command/command-request.ts';
import { runForeground } from '../command/run-foreground.ts';
import type { CommandResult } from '../output/command-value.ts';

export interface RunCommandParams extends CommandRequest {
  /** In seconds. */
  readonly timeout?: number;
  readonly background?: boolean;
}

/** Runs or starts a command. A command that fails is a value with its exit code; other failures throw a ToolFailure. */
export async function runCommand(
  { background = false, ...request }: RunCommandParams,
  dependencies: CommandDependencies,
): Promise<CommandResult> {
  if (!background) return runForeground(request, dependencies);
  const { timeout, ...command } = request;
  const limit = timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
  const { id } = await startBackground({ ...command, ...limit }, dependencies);
  return { value: { stdout: '', stderr: '', duration: 0, truncated: false, commandId: id } };
}
