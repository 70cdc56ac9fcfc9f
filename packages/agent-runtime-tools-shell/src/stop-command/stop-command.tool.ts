import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { commandState } from '../background/describe-command.ts';
import { survivorList } from '../output/survivor-list.ts';
import { stopCommand } from './stop-command.ts';

/** Ends a background command. It reaches no command of another task, so it needs nobody's approval. */
export const stopCommandTool = defineTool({
  name: 'stop_command',
  description: 'Ends a background command of this task with everything it started. What ignores the signal is killed.',
  version: '1.0.0',
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
  output: Type.Object({ stopped: Type.Boolean(), ...commandState, survivors: Type.Optional(survivorList) }),
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
