import type { ToolHandler, ToolPack } from '@ku0/agent-runtime-tools-core';
import { duration } from '../call/status-lines.ts';
import type { Paint } from '../terminal/paint.ts';
import { wrapToWidth } from '../terminal/text-width.ts';
import { aliasesOf } from './aliases-of.ts';
import { capabilityWords } from './capability-words.ts';
import { exampleCommand } from './example-command.ts';
import { outputLines } from './output-lines.ts';
import { parameterLines } from './parameter-lines.ts';

export interface ToolLinesOptions {
  readonly paint: Paint;
  readonly program: string;
  /** Where lines must end; undefined where they may go on. */
  readonly width: number | undefined;
}

/** Everything a person may want to know of a tool before calling it. */
export function toolLines(
  tool: ToolHandler,
  pack: ToolPack,
  { paint, program, width = UNCUT }: ToolLinesOptions,
): string[] {
  const aliases = aliasesOf(tool, pack);
  return [
    `${paint.bold(tool.name)} ${paint.dim(`${tool.version} · ${pack.name}${aliases.length === 0 ? '' : ` · also ${aliases.join(', ')}`}`)}`,
    ...tool.description
      .split('\n')
      .flatMap((line) => wrapToWidth(line, width - 2).map((piece) => `  ${paint.plain(piece)}`)),
    '',
    paint.bold('Parameters'),
    ...parameterLines(tool.parameters, paint, width),
    ...(tool.output === undefined ? [] : ['', paint.bold('Output'), ...outputLines(tool.output, paint, width)]),
    '',
    paint.bold('Capabilities'),
    ...wrapToWidth(capabilityLine(tool), width - 2).map((line) => `  ${paint.plain(line)}`),
    '',
    paint.bold('Example'),
    `  ${paint.plain(exampleCommand(tool, program))}`,
  ];
}

const UNCUT = 10_000;

function capabilityLine(tool: ToolHandler): string {
  const { idempotent, retryable, requiresEngine } = tool.capabilities;
  const words = capabilityWords(tool);
  return [
    ...(words.length === 0 ? ['only computes'] : words),
    ...(idempotent ? ['idempotent'] : []),
    ...(retryable ? ['retried where that may help'] : []),
    ...(tool.dryRun === undefined ? [] : ['has a dry run']),
    ...(tool.limits?.timeoutMs === undefined || takesTimeout(tool)
      ? []
      : [`stopped after ${duration(tool.limits.timeoutMs)}`]),
    ...(requiresEngine === undefined ? [] : [`needs ${requiresEngine}`]),
  ].join(' · ');
}

/** Its parameter says how long a call may take; the limit above that only makes sure. */
function takesTimeout({ parameters }: ToolHandler): boolean {
  const properties: unknown = 'properties' in parameters ? parameters.properties : undefined;
  return typeof properties === 'object' && properties !== null && 'timeout' in properties;
}
