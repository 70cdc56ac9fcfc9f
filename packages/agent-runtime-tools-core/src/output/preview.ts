import type { ToolHandler } from '../contracts/tool-handler.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import { printable } from '../text/printable.ts';

/** A few lines of a result for a UI: the tool's own preview, else the text, the error or the first fields. */
export function previewResult(result: ToolResult, handler?: ToolHandler, maxLines = 3): string[] {
  try {
    const own = result.metadata.answeredInPlace === true ? undefined : handler?.preview?.(result, maxLines);
    if (own !== undefined) return own.slice(0, maxLines).map(oneLine);
  } catch {
    // If the tool's own preview fails, the default is shown.
  }
  return defaultLines(result, maxLines).map(oneLine);
}

const MAX_WIDTH = 200;

function oneLine(line: string): string {
  const visible = printable(line.slice(0, MAX_WIDTH + 1));
  return visible.length > MAX_WIDTH ? `${visible.slice(0, MAX_WIDTH - 1)}…` : visible;
}

function defaultLines(result: ToolResult, maxLines: number): string[] {
  if (!result.ok) {
    const lines = [`${result.error.code}: ${result.error.message}`];
    if (result.error.suggestion !== undefined) lines.push(result.error.suggestion);
    return lines.slice(0, maxLines);
  }
  return limited(valueLines(result.value, maxLines), maxLines);
}

function valueLines(value: unknown, maxLines: number): string[] {
  if (typeof value === 'string') return firstLines(value, maxLines);
  if (Array.isArray(value)) return value.slice(0, maxLines + 1).map((item) => inline(item));
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value)
    .slice(0, maxLines + 1)
    .map(
      ([key, member]) => `${key}: ${typeof member === 'string' ? (firstLines(member, 1)[0] ?? '') : inline(member)}`,
    );
}

/** Returns up to one line more than `maxLines`, so that the caller can tell whether there is more. */
function firstLines(text: string, maxLines: number): string[] {
  return text.slice(0, MAX_WIDTH * (maxLines + 1)).split(/\r?\n/, maxLines + 1);
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  return typeof value === 'object' && value !== null
    ? `{ ${Object.keys(value).slice(0, 8).join(', ')} }`
    : String(value);
}

function limited(lines: string[], maxLines: number): string[] {
  return lines.length <= maxLines ? lines : [...lines.slice(0, Math.max(0, maxLines - 1)), '…'];
}
