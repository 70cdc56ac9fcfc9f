import { renderRequest, type ApprovalRequest } from '@ku0/agent-runtime-tools-approval';
import { printable, type ToolHandler } from '@ku0/agent-runtime-tools-core';
import { dryRunLines } from '../call/dry-run-lines.ts';
import { fitPreview } from './fit-preview.ts';
import { effectWords } from '../describe/effect-words.ts';
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
  }: { readonly tool: ToolHandler | undefined; readonly paint: Paint; readonly columns?: number },
): string[] {
  const { preview } = request;
  const effects = (tool === undefined ? [] : effectWords(tool)).join(', ');
  // Two marks with their blanks take four columns, and some terminals wrap a line that fills the last column.
  const width = Math.max(20, columns - 5);
  const [, ...facts] = renderRequest(request, { width, changes: preview === undefined });
  const shown = preview === undefined ? undefined : fitPreview(preview, width, MAX_LINES);
  const lines = [...facts.map((line) => paint.plain(line)), ...previewPart(shown, paint)];
  return [
    `${paint.yellow('?')} ${paint.bold(printable(request.tool))} asks to run ${paint.dim(effects)}`,
    ...lines.map((line) => `${paint.dim('│')} ${line}`),
  ];
}

/** The lines for all changes together. */
const MAX_LINES = 300;

function previewPart(preview: ApprovalRequest['preview'], paint: Paint): string[] {
  return preview === undefined ? [] : ['', ...dryRunLines(preview, paint)];
}
