import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { commandCapabilities } from '../command-capabilities.ts';
import { dryRunCommand } from '../command/dry-run-command.ts';
import { StartedCommands } from '../background/started-commands.ts';
import { MAX_COMMAND_LENGTH } from '../command/command-request.ts';
import { commandValueSchema } from '../output/command-value.ts';
import { previewCommand, renderCommand } from '../output/render-command.ts';
import { foregroundLimits, shellSettings } from '../shell-options.ts';
import type { ShellOptions } from '../shell-options.ts';
import { bash } from './bash.ts';
import { version } from '../version.ts';

/** Runs a command line to its end. */
export function bashTool(options: ShellOptions = {}) {
  const settings = shellSettings(options);
  const startedCommands = new StartedCommands();
  const { default: usual, max } = settings.timeout;
  const afterwards =
    settings.onTimeout === 'background'
      ? 'After that it goes on in the background and its id is returned.'
      : 'After that it is ended with everything it started; use run_command with background: true for servers and watchers.';
  return defineTool({
    name: 'bash',
    description:
      `Runs a command line with bash in the workspace and returns its output, errors and exit code. ` +
      `Every call is a new shell: folders and variables do not carry over. Standard input is empty and there is no terminal, so use options that ask nothing. ` +
      `Ends within ${usual} s unless timeout says otherwise (at most ${max} s). ${afterwards}`,
    version,
    parameters: Type.Object({
      command: Type.String({
        description: 'The command line.',
        minLength: 1,
        maxLength: MAX_COMMAND_LENGTH,
        examples: ['npm test'],
      }),
      description: Type.Optional(
        Type.String({
          description: 'What the command is for, in 5 to 10 words.',
          maxLength: 500,
          examples: ['Run the test suite'],
        }),
      ),
      timeout: Type.Optional(
        Type.Number({
          description: `Seconds until it is stopped; at most ${max}.`,
          exclusiveMinimum: 0,
          default: usual,
        }),
      ),
      cwd: Type.Optional(
        Type.String({ description: 'The folder to start in, relative to the workspace root.', examples: ['src'] }),
      ),
    }),
    output: Type.Object({
      ...commandValueSchema,
      output: Type.String({ description: 'The same as stdout.' }),
      exit_code: Type.Optional(Type.Integer({ description: 'The same as exitCode.' })),
      command_id: Type.Optional(Type.String({ description: 'The same as commandId.' })),
    }),
    capabilities: { ...commandCapabilities, requiresEngine: 'bash' },
    requiresApproval: true,
    parameterAliases: { cmd: 'command', working_dir: 'cwd', workdir: 'cwd' },
    limits: foregroundLimits(settings),
    dryRun: ({ command, cwd }, context) =>
      dryRunCommand({ command, ...(cwd !== undefined && { cwd }) }, { settings, context }),
    async execute(params, context) {
      const { value, artifact } = await bash(params, { settings, startedCommands, context });
      return ok(value, artifact && { artifacts: [artifact] });
    },
    shutdown: (coordinator) => startedCommands.endAll(coordinator),
    toModelOutput: (value) => renderCommand(value),
    preview: (result, maxLines) =>
      result.ok ? previewCommand(result.value, maxLines) : [`${result.error.code}: ${result.error.message}`],
  });
}
