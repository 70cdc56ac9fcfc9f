import { printable } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { describeCommand } from '../background/describe-command.ts';
import type { CommandState } from '../background/describe-command.ts';
import { TaskCommands } from '../background/task-commands.ts';
import { servicesOf } from '../command/prepare-command.ts';

export interface ListedCommand extends CommandState {
  command: string;
  pid: number;
  /** ISO 8601. */
  startedAt: string;
  /** In milliseconds, until now or until its end. */
  duration: number;
  /** How many bytes it has printed. */
  bytes: number;
}

/** The background commands of the call's task, oldest first. */
export async function listCommands(
  context: Pick<ToolContext, 'services' | 'principal' | 'taskId'>,
): Promise<ListedCommand[]> {
  const commands = TaskCommands.of(servicesOf(context).processes).list(context);
  return Promise.all(
    commands.map(async (command) => {
      const { pid, startedAt, endedAt = Date.now(), totalBytes } = command.handle;
      return {
        ...(await describeCommand(command)),
        command: printable(command.prepared.text.slice(0, MAX_SHOWN)),
        pid,
        startedAt: new Date(startedAt).toISOString(),
        duration: endedAt - startedAt,
        bytes: totalBytes,
      };
    }),
  );
}

const MAX_SHOWN = 500;
