import type { DryRun, ToolCoordinator, ToolResult } from '@ku0/agent-runtime-tools-core';
import { paintFor } from '../terminal/paint.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { dryRunLines } from './dry-run-lines.ts';
import { statusLines } from './status-lines.ts';
import { valueLines } from './value-lines.ts';

export interface ShowResultOptions {
  readonly toolbox: ToolCoordinator;
  readonly terminal: Pick<Terminal, 'out' | 'err'>;
  /** The tool's output has been shown while it ran: of the value, only what was not shown then is told. */
  readonly shown?: (line: string) => boolean;
}

/** The value on stdout, where it can be piped on; how the call went on stderr. */
export function showResult(result: ToolResult, { toolbox, terminal: { out, err }, shown }: ShowResultOptions): void {
  let lastLine: string | undefined;
  if (result.ok) {
    const paint = paintFor(out);
    const lines =
      shown === undefined
        ? valueLines(toolbox.toModelOutput(withoutWarnings(result)), paint)
        : toolbox
            .preview(result, PREVIEW_LINES)
            .filter((line) => !shown(line))
            .map(paint.plain);
    for (const line of lines) out.line(line);
    if (out === err || (out.isTerminal && err.isTerminal)) lastLine = lines.at(-1);
  }
  for (const line of statusLines(result, paintFor(err), { lastLine })) err.line(line);
}

/** They are told with how the call went. */
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
