import type { LineEnding } from '@ku0/agent-runtime-tools-workspace';
import type { Replacements } from '../patterns/pattern-job.ts';

export interface Region {
  /** From 1; default the first. */
  readonly startLine?: number | undefined;
  /** Included; default the last. */
  readonly endLine?: number | undefined;
}

export interface ReplaceInTextOptions extends Region {
  readonly lineEnding: LineEnding;
  /** The pattern says something about carriage returns, so it is to see them. */
  readonly seesReturns?: boolean;
}

/**
 * Replaces in a text, or in some of its lines, with one line break for all: patterns are written with `\n`, whatever
 * the file has. Undefined when the text has no such lines.
 */
export async function replaceInText(
  text: string,
  { lineEnding, seesReturns = false, startLine, endLine }: ReplaceInTextOptions,
  replace: (text: string, mark: string) => Promise<Replacements> | Replacements,
): Promise<Replacements | undefined> {
  const mark = MARKS[lineEnding] ?? commonBreak(text);
  const isUniform = (lineEnding === 'crlf' || lineEnding === 'cr') && !seesReturns;
  const plain = isUniform ? text.replaceAll(mark, '\n') : text;
  const region = offsetsOf(plain, { startLine, endLine });
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

const MARKS: Readonly<Partial<Record<LineEnding, string>>> = { lf: '\n', crlf: '\r\n', cr: '\r', none: '\n' };

/** The break that most lines of a text with several kinds have. */
function commonBreak(text: string): string {
  const counts = new Map<string, number>();
  for (const [mark] of text.matchAll(/\r\n|\r|\n/g)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '\n';
}

/** The breaks belong to their lines. Undefined when the text is shorter. */
function offsetsOf(text: string, { startLine = 1, endLine = Infinity }: Region): [number, number] | undefined {
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
