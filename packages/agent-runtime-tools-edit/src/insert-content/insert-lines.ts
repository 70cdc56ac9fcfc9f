import { detectLineEnding } from '@ku0/agent-runtime-tools-workspace';

export interface InsertedLines {
  readonly text: string;
  /** The 1-based number of the first inserted line. */
  readonly line: number;
}

/**
 * Inserts whole lines before a 1-based line; 0, or one past the last line, is the end. The new lines get the file's line
 * break, and a missing final newline stays missing. Undefined if the line does not exist.
 */
export function insertLines(text: string, content: string, { line }: { line: number }): InsertedLines | undefined {
  const starts = lineStarts(text);
  const target = line === 0 ? starts.length + 1 : line;
  if (target > starts.length + 1) return undefined;
  const lines = content.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/);
  if (text === '') {
    const mark = detectLineEnding(content) === 'crlf' ? '\r\n' : '\n';
    return { text: lines.join(mark) + (/[\r\n]$/.test(content) ? mark : ''), line: 1 };
  }
  const at = starts[target - 1] ?? text.length;
  const mark = lineBreakAt(text, at);
  const isEnded = at < text.length || /[\r\n]$/.test(text);
  const inserted = isEnded ? lines.map((one) => one + mark).join('') : lines.map((one) => mark + one).join('');
  return { text: text.slice(0, at) + inserted + text.slice(at), line: target };
}

/** The number of lines. A line break at the very end does not start another line. */
export function countLines(text: string): number {
  return lineStarts(text).length;
}

/** The offset of each line. */
function lineStarts(text: string): number[] {
  if (text === '') return [];
  const starts = [0];
  for (const { index, 0: mark } of text.matchAll(/\r\n|\r|\n/g)) {
    if (index + mark.length < text.length) starts.push(index + mark.length);
  }
  return starts;
}

/** The line break to use at an offset: that of the line before it, or else of its own line. */
function lineBreakAt(text: string, index: number): string {
  const lf = text.lastIndexOf('\n', index - 1);
  const cr = text.lastIndexOf('\r', index - 1);
  if (index > 0 && (lf >= 0 || cr >= 0)) {
    if (cr > lf) return text.charAt(cr + 1) === '\n' ? '\r\n' : '\r';
    return lf > 0 && text.charAt(lf - 1) === '\r' ? '\r\n' : '\n';
  }
  return /\r\n|\r|\n/.exec(text.slice(index))?.[0] ?? '\n';
}
