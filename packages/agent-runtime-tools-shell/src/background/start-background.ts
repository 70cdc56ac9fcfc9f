import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '@ku0/agent-runtime-tools-processes';
import { typedSoFar } from '../command/check-danger.ts';
import type { CommandOptions } from '../command/command-options.ts';
import { prepareCommand } from '../command/prepare-command.ts';
import type { CommandRequest } from '../command/prepare-command.ts';
import { TaskCommands } from './task-commands.ts';
import type { TaskCommand } from './task-commands.ts';

/** Starts a command that belongs to its task and ends with it. Throws a ToolFailure when it cannot be started. */
export async function startBackground(
  request: CommandRequest & { readonly timeoutMs?: number },
  { settings, owned, context }: CommandOptions,
): Promise<TaskCommand> {
  const prepared = await prepareCommand(request, settings, context);
  const { processes, argv, options } = prepared;
  const cancelled = async (): Promise<never> => {
    await prepared.dispose();
    throw new ToolFailure(coreErrors.CANCELLED());
  };
  if (context.signal.aborted) return cancelled();
  const started = await processes.start(argv, {
    ...options,
    ...(request.timeoutMs !== undefined && { timeoutMs: request.timeoutMs }),
    ...(request.stdin !== undefined && { input: request.stdin }),
  });
  if (!started.ok) {
    await prepared.dispose();
    throw new ToolFailure(withAdvice(started.error));
  }
  // What is started for a call that was cancelled meanwhile would be nobody's.
  if (context.signal.aborted) {
    await started.handle.stop();
    return cancelled();
  }
  owned.add(started.handle, { processes, coordinatorId: context.coordinatorId });
  return TaskCommands.of(processes).add(started.handle, {
    prepared,
    typed: typedSoFar('', request.stdin ?? ''),
  });
}

function withAdvice(error: ToolError): ToolError {
  if (error.code !== processErrors.TOO_MANY_PROCESSES.code) return error;
  return {
    ...error,
    suggestion: 'End those that are no longer needed: list_commands names them, stop_command ends one.',
  };
}
