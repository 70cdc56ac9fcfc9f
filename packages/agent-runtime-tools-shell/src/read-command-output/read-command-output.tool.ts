import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { commandStateSchema } from '../background/describe-command.ts';
import type { CommandState } from '../background/describe-command.ts';
import { foregroundLimits, shellSettings } from '../shell-options.ts';
import type { ShellOptions } from '../shell-options.ts';
import { DEFAULT_LIMIT, MAX_LIMIT, readCommandOutput } from './read-command-output.ts';
import type { ReadCommandOutputValue } from './read-command-output.ts';
import { trimLineBreaks } from '../output/trim-line-breaks.ts';
import { version } from '../version.ts';

/** Pages through what a background command prints. */
export function readCommandOutputTool(options: ShellOptions = {}) {
  const settings = shellSettings(options);
  return defineTool({
    name: 'read_command_output',
    description:
      'Returns what a background command of this task has printed since the last read (standard output and error in the order of arrival), and its state. ' +
      'With wait it waits for new output, for a line that matches search, or for the end.',
    version,
    parameters: Type.Object({
      commandId: Type.String({ description: 'The id that run_command gave.', examples: ['cmd-1'] }),
      offset: Type.Optional(
        Type.Integer({
          description:
            'Where to begin, in bytes: 0 is the start, negative counts from the end. Default: after the last read.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          description: 'How many bytes to return at most.',
          minimum: 1,
          maximum: MAX_LIMIT,
          default: DEFAULT_LIMIT,
        }),
      ),
      search: Type.Optional(
        Type.String({
          description: 'A regular expression: only lines that match are returned.',
          minLength: 1,
          maxLength: 1000,
        }),
      ),
      wait: Type.Optional(
        Type.Number({
          description: `Seconds to wait for output; at most ${settings.timeout.max}.`,
          minimum: 0,
          default: 0,
        }),
      ),
    }),
    output: Type.Object({
      output: Type.String(),
      ...commandStateSchema,
      offset: Type.Integer(),
      nextOffset: Type.Integer(),
      total: Type.Integer(),
      truncated: Type.Boolean(),
      lost: Type.Optional(Type.Integer()),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    parameterAliases: { command_id: 'commandId', id: 'commandId', filter: 'search', timeout: 'wait' },
    limits: foregroundLimits(settings),
    execute: async (params, context) => ok(await readCommandOutput(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: rendered(value) }],
    preview: (result, maxLines) =>
      result.ok ? previewOutput(result.value, maxLines) : [`${result.error.code}: ${result.error.message}`],
  });
}

function previewOutput(value: ReadCommandOutputValue, maxLines: number): string[] {
  const lines = value.output.trimEnd().split('\n');
  return [describeState(value), ...lines.slice(Math.max(0, lines.length - maxLines + 1))].slice(0, maxLines);
}

function rendered(value: ReadCommandOutputValue): string {
  const { output, offset, nextOffset, total, truncated, lost, notes = [] } = value;
  return [
    ...(output === '' ? ['[no new output]'] : [trimLineBreaks(output)]),
    `[${describeState(value)}; bytes ${offset} to ${nextOffset} of ${total}]`,
    ...(truncated ? ['[there is more: read again to go on]'] : []),
    ...(lost === undefined ? [] : [`[${lost} bytes are no longer kept]`]),
    ...notes.map((note) => `[note: ${note}]`),
  ].join('\n');
}

function describeState({ status, exitCode, signal }: CommandState): string {
  if (status === 'running') return 'running';
  return signal === undefined ? `${status}, exit code ${exitCode ?? 'unknown'}` : `${status} by ${signal}`;
}
