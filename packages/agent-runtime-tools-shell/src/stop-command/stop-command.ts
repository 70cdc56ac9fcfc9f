import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { describeCommand } from '../background/describe-command.ts';
import type { CommandState } from '../background/describe-command.ts';
import { TaskCommands } from '../background/task-commands.ts';
import { servicesOf } from '../command/prepare-command.ts';
import type { SurvivorList } from '../output/command-value.ts';

export interface StopCommandValue extends CommandState {
  /** False if it had already ended. */
  stopped: boolean;
  survivors?: SurvivorList;
}

/** Ends a command of this task, with its descendants. Throws COMMAND_NOT_FOUND. */
export async function stopCommand(
  { commandId, signal = 'SIGTERM' }: { readonly commandId: string; readonly signal?: NodeJS.Signals },
  context: Pick<ToolContext, 'services' | 'principal' | 'taskId'>,
): Promise<StopCommandValue> {
  const command = TaskCommands.of(servicesOf(context).processes).find(commandId, context);
  const stopped = command.handle.status === 'running';
  const survivors = await command.handle.stop(signal);
  return {
    stopped,
    ...(await describeCommand(command)),
    ...(survivors.length > 0 && { survivors: survivors.map((survivor) => ({ ...survivor })) }),
  };
}
