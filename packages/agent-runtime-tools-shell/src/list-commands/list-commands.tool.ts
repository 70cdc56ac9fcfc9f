import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { commandStateSchema } from '../background/describe-command.ts';
import { listCommands } from './list-commands.ts';
import { version } from '../version.ts';

/** Lists the background commands of a task. */
export const listCommandsTool = defineTool({
  name: 'list_commands',
  description:
    'Lists the background commands of this task, including ended ones, with their ids, states and exit codes.',
  version,
  parameters: Type.Object({}),
  output: Type.Object({
    commands: Type.Array(
      Type.Object({
        ...commandStateSchema,
        command: Type.String(),
        pid: Type.Integer(),
        startedAt: Type.String(),
        duration: Type.Number(),
        bytes: Type.Integer(),
      }),
    ),
  }),
  execute: async (_params, context) => ok({ commands: await listCommands(context) }),
  toModelOutput: ({ commands }) => [
    {
      type: 'text',
      text:
        commands.length === 0
          ? 'No background commands.'
          : commands
              .map((one) => `${one.commandId} ${describeState(one)}, ${one.bytes} bytes printed: ${one.command}`)
              .join('\n'),
    },
  ],
  preview: (result) =>
    result.ok
      ? result.value.commands.map((one) => `${one.commandId} ${describeState(one)}: ${one.command}`)
      : [result.error.message],
});

function describeState(one: {
  status: string;
  exitCode?: number;
  duration: number;
  waitingForInput?: boolean;
}): string {
  const exit = one.exitCode === undefined ? '' : ` with code ${one.exitCode}`;
  const waiting = one.waitingForInput === true ? ', waiting for input' : '';
  return `${one.status}${exit} after ${(one.duration / 1000).toFixed(1)} s${waiting}`;
}
