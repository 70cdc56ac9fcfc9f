import type { LineEnding } from '@ku0/agent-runtime-tools-workspace';
import type { Replacements } from '../patterns/pattern-job.ts';

export interface Region {
  /** 1-based; default the first line. */
  readonly startLine?: number | undefined;
  /** Inclusive; default the last line. */
  readonly endLine?: number | undefined;
}

export interface ReplaceInTextOptions extends Region {
  readonly lineEnding: LineEnding;
  /** The pattern mentions carriage returns, so CRLF is not turned into `\n`. */
  readonly keepCarriageReturns?: boolean;
}

/**
 * Replaces in a text, or in a range of its lines. The text is searched with `\n` as its line break, whatever the file has,
 * so that patterns match it. Undefined if the text has no such lines.
 */
export async function replaceInText(
  text: string,
  { lineEnding, keepCarriageReturns = false, startLine, endLine }: ReplaceInTextOptions,
  replace: (text: string, mark: string) => Promise<Replacements> | Replacements,
): Promise<Replacements | undefined> {
  const mark = LINE_BREAKS[lineEnding] ?? mostFrequentLineBreak(text);
  const isUniform = (lineEnding === 'crlf' || lineEnding === 'cr') && !keepCarriageReturns;
  const plain = isUniform ? text.replaceAll(mark, '\n') : text;
  const region = lineOffsets(plain, { startLine, endLine });
  if (region === undefined) return undefined;
  const [start, end] = region;
  const replaced = await replace(plain.slice(start, end), isUniform ? '\n' : mark);
  const whole = plain.slice(0, start) + replaced.text + plain.slice(end);
  return {
    text: isUniform ? whole.replaceAll('\n', mark) : whole,
    count: replaced.count,
    lines: replaced.lines.map((line) => line + (startLine ?? 1) - 1),
  };
}

const LINE_BREAKS: Readonly<Partial<Record<LineEnding, string>>> = { lf: '\n', crlf: '\r\n', cr: '\r', none: '\n' };

/** The most frequent line break of a text with several kinds. */
function mostFrequentLineBreak(text: string): string {
  const counts = new Map<string, number>();
  for (const [mark] of text.matchAll(/\r\n|\r|\n/g)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '\n';
}

/** The offsets of a range of lines, including their line breaks. Undefined if the text is shorter. */
function lineOffsets(text: string, { startLine = 1, endLine = Infinity }: Region): [number, number] | undefined {
  if (startLine === 1 && endLine === Infinity) return [0, text.length];
  let start = startLine === 1 ? 0 : undefined;
  let line = 1;
  for (const { index, 0: mark } of text.matchAll(/\r\n|\r|\n/g)) {
    const next = index + mark.length;
    if (line === endLine) return start === undefined ? undefined : [start, next];
    line++;
    if (line === startLine && next < text.length) start = next;
  }
  return start === undefined ? undefined : [start, text.length];
}
