import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '@ku0/agent-runtime-tools-processes';
import { appendInput } from '../command/check-danger.ts';
import type { CommandDependencies, CommandRequest } from '../command/command-request.ts';
import { prepareCommand } from '../command/prepare-command.ts';
import { TaskCommands } from './task-commands.ts';
import type { TaskCommand } from './task-commands.ts';

/** Starts a background command, which ends with its task. Throws a ToolFailure if it cannot be started. */
export async function startBackground(
  request: CommandRequest & { readonly timeoutMs?: number },
  { settings, startedCommands, context }: CommandDependencies,
): Promise<TaskCommand> {
  const prepared = await prepareCommand(request, settings, context);
  const { processes, argv, options } = prepared;
  const cancelled = async (): Promise<never> => {
    await prepared.dispose();
    throw new ToolFailure(coreErrors.CANCELLED());
  };
  if (context.signal.aborted) return cancelled();
  const start = await processes.start(argv, {
    ...options,
    ...(request.timeoutMs !== undefined && { timeoutMs: request.timeoutMs }),
    ...(request.stdin !== undefined && { input: request.stdin }),
  });
  if (!start.ok) {
    await prepared.dispose();
    throw new ToolFailure(withAdvice(start.error));
  }
  // If the call was cancelled during the start, no caller would learn the id of the command.
  if (context.signal.aborted) {
    await start.handle.stop();
    return cancelled();
  }
  startedCommands.add(start.handle, { processes, coordinatorId: context.coordinatorId });
  return TaskCommands.of(processes).add(start.handle, {
    prepared,
    inputTail: appendInput('', request.stdin ?? ''),
  });
}

function withAdvice(error: ToolError): ToolError {
  if (error.code !== processErrors.TOO_MANY_PROCESSES.code) return error;
  return {
    ...error,
    suggestion: 'End those that are no longer needed: list_commands names them, stop_command ends one.',
  };
}
