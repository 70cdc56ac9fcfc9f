import { cutText, defineTool, fail, nearestNames, ok, Type } from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';
import { agentErrors } from './errors.ts';

/** Each is a text for the model, or a function that makes one. */
export type SlashCommands = Readonly<Record<string, string | ((args: string) => string | Promise<string>)>>;

/** Gives the model the text of a slash command of the host. */
export function runSlashCommandTool(commands: SlashCommands) {
  const names = Object.keys(commands);
  return defineTool({
    name: 'run_slash_command',
    description: `Returns the instructions of a slash command. There are: ${names.join(', ') || 'none'}.`,
    version,
    parameters: Type.Object({
      command: Type.String({ description: 'Its name, without the slash.', minLength: 1, maxLength: 200 }),
      args: Type.Optional(Type.String({ description: 'Its arguments.', maxLength: 20_000 })),
    }),
    output: Type.Object({ command: Type.String(), text: Type.String() }),
    async execute({ command, args = '' }) {
      const found = Object.hasOwn(commands, command) ? commands[command] : undefined;
      if (found === undefined) {
        const near = nearestNames(command, names);
        const suggestion = near.length === 0 ? 'Go on without it.' : `Did you mean ${near.join(' or ')}?`;
        return fail(agentErrors.NO_SUCH_COMMAND({ message: `There is no slash command "${command}".`, suggestion }));
      }
      const text = typeof found === 'function' ? await found(args) : found;
      return ok({ command, text: cutText(text, MAX_CHARS, 'characters left out') });
    },
    toModelOutput: ({ text }) => [{ type: 'text', text }],
  });
}

const MAX_CHARS = 100_000;
