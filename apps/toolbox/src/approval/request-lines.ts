import { renderRequest, type ApprovalRequest } from '@ku0/agent-runtime-tools-approval';
import { printable, type ToolHandler } from '@ku0/agent-runtime-tools-core';
import { dryRunLines } from '../call/dry-run-lines.ts';
import { fittedPreview } from './fitted-preview.ts';
import { effectWords } from '../describe/effect-words.ts';
import type { Paint } from '../terminal/paint.ts';

/**
 * What a person is asked to allow, from the call's real arguments. Every line of it carries a mark at its start and
 * fits the terminal, so that no argument can pass itself off as this program's own words.
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
  // Both marks and their blanks take four columns, and a full line would be wrapped by some terminals.
  const width = Math.max(20, columns - 5);
  const [, ...facts] = renderRequest(request, { width, changes: preview === undefined });
  const shown = preview === undefined ? undefined : fittedPreview(preview, width, MAX_LINES);
  const lines = [...facts.map((line) => paint.plain(line)), ...previewPart(shown, paint)];
  return [
    `${paint.yellow('?')} ${paint.bold(printable(request.tool))} asks to run ${paint.dim(effects)}`,
    ...lines.map((line) => `${paint.dim('│')} ${line}`),
  ];
}

/** Of the changes. */
const MAX_LINES = 300;

function previewPart(preview: ApprovalRequest['preview'], paint: Paint): string[] {
  return preview === undefined ? [] : ['', ...dryRunLines(preview, paint)];
}
