import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { commandStateSchema } from '../background/describe-command.ts';
import { survivorListSchema } from '../output/command-value.ts';
import { stopCommand } from './stop-command.ts';
import { version } from '../version.ts';

/** Ends a background command. It needs no approval, because it can only end commands of its own task. */
export const stopCommandTool = defineTool({
  name: 'stop_command',
  description:
    'Ends a background command of this task with everything it started. Processes that ignore the signal are killed.',
  version,
  parameters: Type.Object({
    commandId: Type.String({ description: 'The id that run_command gave.', examples: ['cmd-1'] }),
    signal: Type.Optional(
      Type.Union(
        [
          Type.Literal('SIGTERM'),
          Type.Literal('SIGINT'),
          Type.Literal('SIGHUP'),
          Type.Literal('SIGQUIT'),
          Type.Literal('SIGKILL'),
        ],
        { description: 'The signal it gets first.', default: 'SIGTERM' },
      ),
    ),
  }),
  output: Type.Object({ stopped: Type.Boolean(), ...commandStateSchema, survivors: Type.Optional(survivorListSchema) }),
  capabilities: { executesCommands: true, idempotent: true },
  parameterAliases: { command_id: 'commandId', id: 'commandId' },
  limits: { graceMs: 2000 },
  execute: async (params, context) => ok(await stopCommand(params, context)),
  toModelOutput: ({ stopped, commandId, status, exitCode }) => [
    {
      type: 'text',
      text: stopped
        ? `${commandId} was stopped.`
        : `${commandId} had ended before (${status}${exitCode === undefined ? '' : `, exit code ${exitCode}`}).`,
    },
  ],
});
