import { printable, type ToolError } from '@ku0/agent-runtime-tools-core';
import { UsageError } from '../command-line/usage-error.ts';
import { textWidth } from '../terminal/text-width.ts';

/** What is wrong with the JSON of the arguments, where, if the parser has told, and how it is done right. */
export function jsonFault(text: string, { message, suggestion }: ToolError, example: string): UsageError {
  const lostQuotes = text.trimStart().startsWith('{') && !text.includes('"');
  return new UsageError(message, {
    next: [
      ...placeLines(text, message),
      ...(suggestion === undefined ? [] : [suggestion]),
      ...(lostQuotes ? ['If the shell has taken the double quotes away, put the whole in single quotes.'] : []),
      `For example: ${example}`,
    ],
  });
}

/** The line that is wrong, and below it a mark at the place. */
function placeLines(text: string, message: string): string[] {
  const position = positionIn(message, text);
  if (position === undefined) return [];
  const lineStart = text.lastIndexOf('\n', position - 1) + 1;
  const before = printable(text.slice(lineStart, position).slice(-SHOWN));
  const after = printable(text.slice(position, position + SHOWN).split('\n', 1)[0] ?? '');
  return [before + after, `${' '.repeat(textWidth(before))}^`];
}

const SHOWN = 40;

function positionIn(message: string, text: string): number | undefined {
  if (message.includes('Unexpected end of JSON input')) return text.trimEnd().length;
  const found = /at position (\d+)/.exec(message)?.[1];
  return found === undefined ? undefined : Number(found);
}
