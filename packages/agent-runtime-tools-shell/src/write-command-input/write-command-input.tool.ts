import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { commandCapabilities } from '../command-capabilities.ts';
import { commandStateSchema } from '../background/describe-command.ts';
import { writeCommandInput } from './write-command-input.ts';
import { version } from '../version.ts';

/** Writes to the input of a background command. It needs approval, because the input may make the command do anything. */
export const writeCommandInputTool = defineTool({
  name: 'write_command_input',
  description:
    'Writes to the standard input of a running background command of this task, exactly as given: end a line with a line break. ' +
    'Read the answer with read_command_output.',
  version,
  parameters: Type.Object({
    commandId: Type.String({ description: 'The id that run_command gave.', examples: ['cmd-1'] }),
    input: Type.String({ description: 'The text to write.', maxLength: 1_000_000, examples: ['yes\n'] }),
    closeStdin: Type.Optional(
      Type.Boolean({ description: 'End the input afterwards, as Ctrl-D does.', default: false }),
    ),
  }),
  output: Type.Object({
    written: Type.Integer(),
    ...commandStateSchema,
    notes: Type.Optional(Type.Array(Type.String())),
  }),
  capabilities: commandCapabilities,
  requiresApproval: true,
  parameterAliases: { command_id: 'commandId', id: 'commandId', text: 'input', stdin: 'input' },
  execute: async (params, context) => ok(await writeCommandInput(params, context)),
  toModelOutput: ({ written, commandId, status, notes = [] }) => [
    { type: 'text', text: [`${written} bytes written to ${commandId} (${status}).`, ...notes].join('\n') },
  ],
});
