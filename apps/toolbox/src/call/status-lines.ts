import type { Repair, RepairAction, ResultMetadata, ToolResult } from '@ku0/agent-runtime-tools-core';
import type { Paint } from '@ku0/agent-runtime-tools-terminal';

export interface StatusOptions {
  /** The last line of the value, if it is right above. A warning that it shows in brackets is not repeated. */
  readonly lastLine?: string | undefined;
}

/** One line with the outcome of a call, followed by its error, repairs, warnings and artifacts. */
export function statusLines(result: ToolResult, paint: Paint, { lastLine }: StatusOptions = {}): string[] {
  const { toolName, executionTimeMs, attempts } = result.metadata;
  const mark = result.ok ? paint.green('✓') : paint.red('✗');
  const details = [
    ...(result.ok ? [] : [result.error.code]),
    duration(executionTimeMs),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ];
  return [
    `${mark} ${paint.bold(toolName)} ${paint.dim(details.join(' · '))}`,
    ...errorLines(result, paint),
    ...noteLines(result.metadata, paint, lastLine),
  ];
}

/** `7 ms`, `1.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

function errorLines(result: ToolResult, paint: Paint): string[] {
  if (result.ok) return [];
  const { message, suggestion, details } = result.error;
  return [
    ...indented(message, paint.plain),
    ...(suggestion === undefined ? [] : indented(suggestion, paint.dim, '→')),
    ...(details?.['handlerStillRunning'] === true
      ? indented('The tool did not stop when the call was cancelled.', paint.yellow, '!')
      : []),
  ];
}

function noteLines(
  { repaired = [], warnings = [], artifacts = [] }: ResultMetadata,
  paint: Paint,
  lastLine: string | undefined,
): string[] {
  const newWarnings = warnings.filter((warning) => lastLine !== `[${warning}]`);
  return [
    ...repaired.flatMap((repair) => indented(repairNote(repair), paint.dim, '~')),
    ...newWarnings.flatMap((warning) => indented(warning, paint.yellow, '!')),
    ...artifacts.flatMap(({ id, mediaType, size, description }) =>
      indented(`${description ?? 'An artifact'}: ${id} (${mediaType}, ${size} characters)`, paint.dim, '+'),
    ),
  ];
}

function repairNote({ path, action }: Repair): string {
  return `${path === '' ? 'the arguments' : path.slice(1).replaceAll('/', '.')}: ${REPAIRS[action]}`;
}

const REPAIRS: Readonly<Record<RepairAction, string>> = {
  'parsed-json': 'was JSON in a string, which was parsed',
  'removed-code-fence': 'was in a code fence, which was removed',
  'removed-trailing-comma': 'had a trailing comma, which was removed',
  'string-to-number': 'was a string, and was converted to a number',
  'string-to-boolean': 'was a string, and was converted to a boolean',
  'wrapped-in-array': 'was a single value, and was put into a list',
  'dropped-null': 'was null, and was dropped',
  'renamed-parameter': 'has another name, and was renamed',
};

function indented(text: string, paint: (text: string) => string, mark = ' '): string[] {
  return text.split(/\r?\n/).map((line, index) => `  ${index === 0 ? mark : ' '} ${paint(line)}`);
}
