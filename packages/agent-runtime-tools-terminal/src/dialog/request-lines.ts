import { renderRequest, type ApprovalRequest } from '@ku0/agent-runtime-tools-approval';
import { printable, type DryRun, type ToolHandler } from '@ku0/agent-runtime-tools-core';
import { dryRunLines } from '../changes/dry-run-lines.ts';
import { fitPreview } from './fit-preview.ts';
import { effectWords } from './effect-words.ts';
import type { Paint } from '../terminal/paint.ts';

/**
 * Renders a request for the terminal, from the call's real arguments. Every line starts with a mark and fits the terminal, so
 * that no argument can imitate the program's own output.
 */
export function requestLines(
  request: ApprovalRequest,
  {
    tool,
    paint,
    columns = 80,
  }: {
    readonly tool?: Pick<ToolHandler, 'capabilities'> | undefined;
    readonly paint: Paint;
    readonly columns?: number;
  },
): string[] {
  const { preview } = request;
  const effects = (tool === undefined ? [] : effectWords(tool)).join(', ');
  // Two marks with a space each take four columns, and some terminals wrap a line that fills the last column.
  const width = Math.max(20, columns - 5);
  const [, ...requestText] = renderRequest(request, { width, changes: preview === undefined });
  const previewText =
    preview === undefined
      ? []
      : ['', ...dryRunLines(fitPreview(withoutArguments(preview, request.args), width, MAX_PREVIEW_LINES), paint)];
  const lines = [...requestText.map((line) => paint.plain(line)), ...previewText];
  return [
    `${paint.yellow('?')} ${paint.bold(printable(request.tool))} asks to run${effects === '' ? '' : paint.dim(` · ${effects}`)}`,
    ...lines.map((line) => `${paint.dim('│')} ${line}`),
  ];
}

/** A command that is an argument is shown among the arguments. */
function withoutArguments({ changes, ...preview }: DryRun, args: ApprovalRequest['args']): DryRun {
  const shown = new Set(Object.values(args));
  return { ...preview, changes: changes.filter(({ kind, target }) => kind !== 'execute' || !shown.has(target)) };
}

/** For all changes together. */
const MAX_PREVIEW_LINES = 300;
