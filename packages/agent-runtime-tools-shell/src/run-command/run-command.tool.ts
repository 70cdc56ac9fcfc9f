import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { commandCapabilities } from '../command-capabilities.ts';
import { StartedCommands } from '../background/started-commands.ts';
import { MAX_COMMAND_LENGTH } from '../command/command-request.ts';
import { dryRunCommand } from '../command/dry-run-command.ts';
import { commandValueSchema } from '../output/command-value.ts';
import { previewCommand, renderCommand } from '../output/render-command.ts';
import { foregroundLimits, shellSettings } from '../shell-options.ts';
import type { ShellOptions } from '../shell-options.ts';
import { runCommand } from './run-command.ts';
import { version } from '../version.ts';

/** Runs a command with arguments, variables and input of its own, or starts it in the background. */
export function runCommandTool(options: ShellOptions = {}) {
  const settings = shellSettings(options);
  const startedCommands = new StartedCommands();
  const { default: usual, max } = settings.timeout;
  return defineTool({
    name: 'run_command',
    description:
      `Runs a command in the workspace and returns its output, errors and exit code; with background: true it returns a commandId at once. ` +
      `Without args the command is a line for the shell; with args it is one program that gets exactly these arguments, and nothing is expanded. ` +
      `Without stdin the input is empty in the foreground, and open for write_command_input in the background. ` +
      `A foreground command ends within ${usual} s unless timeout says otherwise (at most ${max} s); a background command ends with its task.`,
    version,
    parameters: Type.Object({
      command: Type.String({
        description: 'The command line, or with args the name or path of a program.',
        minLength: 1,
        maxLength: MAX_COMMAND_LENGTH,
        examples: ['npm run build'],
      }),
      args: Type.Optional(
        Type.Array(Type.String(), {
          description: 'The arguments of the program. If given, even empty, there is no shell.',
          maxItems: 10_000,
        }),
      ),
      cwd: Type.Optional(Type.String({ description: 'The folder to start in, relative to the workspace root.' })),
      env: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description: 'Variables to add to the environment. Those that change which programs are run are refused.',
        }),
      ),
      timeout: Type.Optional(
        Type.Number({
          description: `Seconds until it is stopped: default ${usual} and at most ${max} in the foreground, none in the background.`,
          exclusiveMinimum: 0,
          maximum: 86_400,
        }),
      ),
      background: Type.Optional(
        Type.Boolean({ description: 'Start it and return at once, for servers and long work.', default: false }),
      ),
      stdin: Type.Optional(Type.String({ description: 'What the command is given to read.', maxLength: 4_000_000 })),
    }),
    output: Type.Object(commandValueSchema),
    capabilities: commandCapabilities,
    requiresApproval: true,
    parameterAliases: { cmd: 'command', working_dir: 'cwd', workdir: 'cwd', input: 'stdin' },
    limits: foregroundLimits(settings),
    dryRun: (params, context) => dryRunCommand(params, { settings, context }),
    async execute(params, context) {
      const { value, artifact } = await runCommand(params, { settings, startedCommands, context });
      return ok(value, artifact && { artifacts: [artifact] });
    },
    shutdown: (coordinator) => startedCommands.endAll(coordinator),
    toModelOutput: (value) => renderCommand(value),
    preview: (result, maxLines) =>
      result.ok ? previewCommand(result.value, maxLines) : [`${result.error.code}: ${result.error.message}`],
  });
}
