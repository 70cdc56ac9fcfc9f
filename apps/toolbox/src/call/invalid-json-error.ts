import { printable, type ToolError } from '@ku0/agent-runtime-tools-core';
import { textWidth } from '@ku0/agent-runtime-tools-terminal';
import { UsageError } from '../command-line/usage-error.ts';

/**
 * The error for arguments that are not valid JSON, with a correct call as an example. It shows the position if the parser
 * reports one:
 *
 *     {"path": README.md}
 *              ^
 */
export function invalidJsonError(text: string, { message, suggestion }: ToolError, example: string): UsageError {
  const lostQuotes = text.trimStart().startsWith('{') && !text.includes('"');
  return new UsageError(message, {
    next: [
      ...positionLines(text, message),
      ...(suggestion === undefined ? [] : [suggestion]),
      ...(lostQuotes ? ['If the shell removed the double quotes, put the whole JSON in single quotes.'] : []),
      `For example: ${example}`,
    ],
  });
}

/** The text around the position, and a mark below it. */
function positionLines(text: string, message: string): string[] {
  const position = positionIn(message, text);
  if (position === undefined) return [];
  const lineStart = text.lastIndexOf('\n', position - 1) + 1;
  const before = printable(text.slice(lineStart, position).slice(-CONTEXT_CHARS));
  const after = printable(text.slice(position, position + CONTEXT_CHARS).split('\n', 1)[0] ?? '');
  return [before + after, `${' '.repeat(textWidth(before))}^`];
}

const CONTEXT_CHARS = 40;

function positionIn(message: string, text: string): number | undefined {
  if (message.includes('Unexpected end of JSON input')) return text.trimEnd().length;
  const found = /at position (\d+)/.exec(message)?.[1];
  return found === undefined ? undefined : Number(found);
}
