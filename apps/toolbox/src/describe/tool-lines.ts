import type { ToolHandler, ToolPack } from '@ku0/agent-runtime-tools-core';
import { type Paint, wrapToWidth } from '@ku0/agent-runtime-tools-terminal';
import { duration } from '../call/status-lines.ts';
import { exampleCall } from '../command-line/suggested-command.ts';
import { outputLines, parameterLines } from './member-lines.ts';
import { aliasesOf, capabilityWords } from './tool-summary.ts';

export interface ToolLinesOptions {
  readonly paint: Paint;
  readonly program: string;
  /** The maximum width of a line. Default: unlimited. */
  readonly width: number | undefined;
}

/** The full description of a tool: parameters, output, capabilities and an example. */
export function toolLines(
  tool: ToolHandler,
  pack: ToolPack,
  { paint, program, width = UNLIMITED_WIDTH }: ToolLinesOptions,
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
    `  ${paint.plain(exampleCall(tool, program))}`,
  ];
}

const UNLIMITED_WIDTH = 10_000;

function capabilityLine(tool: ToolHandler): string {
  const { idempotent, retryable, requiresEngine } = tool.capabilities;
  const words = capabilityWords(tool);
  return [
    ...(words.length === 0 ? ['only computes'] : words),
    ...(idempotent ? ['idempotent'] : []),
    ...(retryable ? ['retried after temporary errors'] : []),
    ...(tool.dryRun === undefined ? [] : ['has a dry run']),
    ...(tool.limits?.timeoutMs === undefined || hasTimeoutParameter(tool)
      ? []
      : [`stopped after ${duration(tool.limits.timeoutMs)}`]),
    ...(requiresEngine === undefined ? [] : [`needs ${requiresEngine}`]),
  ].join(' · ');
}

/** For such a tool, the parameter `timeout` sets the time of a call; `limits.timeoutMs` is only an upper bound. */
function hasTimeoutParameter({ parameters }: ToolHandler): boolean {
  const properties: unknown = 'properties' in parameters ? parameters.properties : undefined;
  return typeof properties === 'object' && properties !== null && 'timeout' in properties;
}
