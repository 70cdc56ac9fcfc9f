import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { anyCommand } from '../any-command.ts';
import { dryRunCommand } from '../command/dry-run-command.ts';
import type { OwnedCommands } from '../background/owned-commands.ts';
import { MAX_COMMAND } from '../command/command-line.ts';
import { previewOutcome, renderOutcome } from '../output/render-outcome.ts';
import { foregroundLimits } from '../shell-options.ts';
import type { ShellSettings } from '../shell-options.ts';
import { survivorList } from '../output/survivor-list.ts';
import { bash } from './bash.ts';
import type { BashValue } from './bash.ts';

/** Runs a command line to its end. */
export function bashTool(settings: ShellSettings, owned: OwnedCommands) {
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
    version: '1.0.0',
    parameters: Type.Object({
      command: Type.String({
        description: 'The command line.',
        minLength: 1,
        maxLength: MAX_COMMAND,
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
      working_dir: Type.Optional(
        Type.String({ description: 'The folder to start in, relative to the workspace root.', examples: ['src'] }),
      ),
    }),
    output: Type.Object({
      output: Type.String(),
      stderr: Type.String(),
      exit_code: Type.Optional(Type.Integer()),
      signal: Type.Optional(Type.String()),
      duration: Type.Number(),
      truncated: Type.Boolean(),
      artifact: Type.Optional(Type.String()),
      command_id: Type.Optional(Type.String()),
      survivors: Type.Optional(survivorList),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: { ...anyCommand, requiresEngine: 'bash' },
    requiresApproval: true,
    parameterAliases: { cmd: 'command', cwd: 'working_dir', workdir: 'working_dir' },
    limits: foregroundLimits(settings),
    dryRun: ({ command, working_dir: cwd }, context) =>
      dryRunCommand({ command, ...(cwd !== undefined && { cwd }) }, { settings, context }),
    async execute(params, context) {
      const { value, artifact } = await bash(params, { settings, owned, context });
      return ok(value, artifact && { artifacts: [artifact] });
    },
    shutdown: () => owned.end(),
    toModelOutput: (value) => renderOutcome(shown(value)),
    preview: (result, maxLines) =>
      result.ok ? previewOutcome(shown(result.value), maxLines) : [`${result.error.code}: ${result.error.message}`],
  });
}

function shown({ output: stdout, exit_code: exitCode, command_id: commandId, ...rest }: BashValue) {
  return { ...rest, stdout, exitCode, commandId };
}
