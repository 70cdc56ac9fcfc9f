import type { DryRun, ToolCoordinator, ToolResult } from '@ku0/agent-runtime-tools-core';
import { dryRunLines, paintFor, type Terminal } from '@ku0/agent-runtime-tools-terminal';
import { statusLines } from './status-lines.ts';
import { valueLines } from './value-lines.ts';

export interface ShowResultOptions {
  readonly tools: ToolCoordinator;
  readonly terminal: Pick<Terminal, 'out' | 'err'>;
  /** Whether a line was shown while the tool ran. If given, a short preview of the value is shown without these lines. */
  readonly isShown?: (line: string) => boolean;
}

/** Writes the value to stdout, and the status of the call to stderr. */
export function showResult(result: ToolResult, { tools, terminal: { out, err }, isShown }: ShowResultOptions): void {
  let lastLine: string | undefined;
  if (result.ok) {
    const paint = paintFor(out);
    const lines =
      isShown === undefined
        ? valueLines(tools.toModelOutput(withoutWarnings(result)), paint)
        : tools
            .preview(result, PREVIEW_LINES)
            .filter((line) => !isShown(line))
            .map(paint.plain);
    for (const line of lines) out.line(line);
    if (out === err || (out.isTerminal && err.isTerminal)) lastLine = lines.at(-1);
  }
  for (const line of statusLines(result, paintFor(err), { lastLine })) err.line(line);
}

/** The status shows the warnings. */
function withoutWarnings(result: ToolResult): ToolResult {
  const { warnings: _, ...metadata } = result.metadata;
  return { ...result, metadata };
}

const PREVIEW_LINES = 10;

export function showDryRun(result: ToolResult<DryRun>, { out, err }: Pick<Terminal, 'out' | 'err'>): void {
  if (result.ok) for (const line of dryRunLines(result.value, paintFor(out))) out.line(line);
  const paint = paintFor(err);
  for (const line of statusLines(result, paint)) err.line(line);
  if (result.ok) err.line(`    ${paint.dim('This was a dry run: nothing has been changed.')}`);
}
