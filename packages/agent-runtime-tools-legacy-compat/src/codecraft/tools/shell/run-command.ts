import { runCommandTool as currentCommand } from '@ku0/agent-runtime-tools-shell';
import { runCurrentTool } from '../../../adapt/run-current-tool.ts';
import { optional, requiredText } from '../../make/check-parameters.ts';
import { refusedBy } from '../../make/failures.ts';
import { makeTool } from '../../make/make-tool.ts';
import { SchemaType } from '../../schema-type.ts';
import { valueOf } from '../../workspace/value-of.ts';

/** Runs a command line, after confirmation. Its signal ends the command and everything it started. */
export const runCommandTool = makeTool<{ command: string; timeout?: number }>({
  name: 'run_command',
  description: 'Runs a shell command, after confirmation, and returns its output.',
  parametersDescription: 'Parameters for running a command',
  properties: {
    command: { type: SchemaType.STRING, description: 'The command line' },
    timeout: { type: SchemaType.NUMBER, description: 'Milliseconds until it is stopped (optional)' },
  },
  required: ['command'],
  capabilities: {
    writesFiles: true,
    executesCommands: true,
    accessesNetwork: true,
    idempotent: false,
    retryable: false,
  },
  rules: [requiredText('command'), optional('timeout', 'number')],
  errorCode: 'COMMAND_ERROR',
  errorDetails: ({ command }) => ({ command }),
  async run({ command, timeout }, context) {
    const refused = await refusedBy(context, `Run command: ${command}`);
    if (refused !== undefined) return refused;
    const { cwd, signal } = context;
    const params = { command, ...(timeout !== undefined && { timeout: timeout / 1000 }) };
    const ran = valueOf(await runCurrentTool({ tool: currentCommand(), params, root: cwd, signal }));
    const data = [ran.stdout, ran.stderr].filter((text) => text !== '').join('\n');
    if (ran.exitCode === 0) return { data };
    const ending = ran.exitCode === undefined ? `signal ${ran.signal}` : `exit code ${ran.exitCode}`;
    const { stdout, stderr, exitCode } = ran;
    const message = `Command failed with ${ending}${data === '' ? '' : `: ${data.trimEnd()}`}`;
    return { failure: { code: 'COMMAND_ERROR', message, details: { command, exitCode, stdout, stderr } } };
  },
});

export default runCommandTool;
