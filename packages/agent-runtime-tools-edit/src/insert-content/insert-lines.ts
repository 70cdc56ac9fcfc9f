import { detectLineEnding } from '@ku0/agent-runtime-tools-workspace';
import { lineBreakAt } from '../change/line-break-at.ts';

export interface InsertedLines {
  readonly text: string;
  /** The line at which the new ones begin, from 1. */
  readonly line: number;
}

/**
 * Puts whole lines ahead of a line, counted from 1; 0, or one past the last, is the end. The new lines get the
 * file's line break, and a file without a break at its end stays without. Undefined when there is no such line.
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

/** A break at the very end begins no line. */
export function countLines(text: string): number {
  return lineStarts(text).length;
}

/** Where each line begins. A break at the very end begins no line. */
function lineStarts(text: string): number[] {
  if (text === '') return [];
  const starts = [0];
  for (const { index, 0: mark } of text.matchAll(/\r\n|\r|\n/g)) {
    if (index + mark.length < text.length) starts.push(index + mark.length);
  }
  return starts;
}
