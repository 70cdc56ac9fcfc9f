import { alignLines } from './align-lines.ts';
import type { Hunk } from './hunk.ts';
import { normaliseLine } from './normalise-line.ts';

/** A hunk as whole lines, with the lines that it keeps paired. */
export interface HunkLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Indexes of the lines that are in both `before` and `after`, compared exactly or normalised. */
  readonly keptPairs: readonly (readonly [before: number, after: number])[];
  /** For each line of `before`, whether the hunk keeps it. */
  readonly isKept: readonly boolean[];
  /** The format marks the kept lines, as patches do. Otherwise they were found by comparing the two texts. */
  readonly hasExplicitContext: boolean;
  /** The hunk adds or removes the newline at the end of the file. */
  readonly finalNewline?: 'add' | 'remove';
  /** The hunk's last line is the last line of the file. */
  readonly atEndOfFile: boolean;
}

export function toHunkLines({ before, after, wholeLines, atEnd, context }: Hunk): HunkLines {
  const [from, to] = [toLfText(before), toLfText(after)];
  const open = { before: lacksFinalNewline(from), after: lacksFinalNewline(to) };
  // Only one of the texts ends with a newline: treat it as an empty last line, so that no two lines get joined.
  const joins = !wholeLines && to !== '' && lacksFinalNewline(from) !== lacksFinalNewline(to);
  const lines = joins
    ? withKeptLines(from.split('\n'), to.split('\n'))
    : withKeptLines(splitLines(from), splitLines(to), context);
  if (!wholeLines) return { ...lines, atEndOfFile: false };
  const finalNewline = finalNewlineChange(open, from === '');
  return {
    ...lines,
    atEndOfFile: atEnd === true || open.before,
    ...(finalNewline === undefined ? {} : { finalNewline }),
  };
}

/** Pairs the kept lines: by the format's context lines, or by comparing the two texts where there are none. */
export function withKeptLines(
  before: readonly string[],
  after: readonly string[],
  context: HunkLines['keptPairs'] = [],
): Omit<HunkLines, 'atEndOfFile'> {
  // A patch hunk without context lines may be the whole old text followed by the whole new text.
  const hasExplicitContext = context.length > 0;
  const keptPairs = hasExplicitContext ? context : compareLines(before, after);
  const isKept = new Array<boolean>(before.length).fill(false);
  for (const [i] of keptPairs) isKept[i] = true;
  return { before, after, keptPairs, isKept, hasExplicitContext };
}

/** Pairs equal lines first, then lines between them that are equal when normalised. */
function compareLines(before: readonly string[], after: readonly string[]): [number, number][] {
  const [from, to] = [before.map(normaliseLine), after.map(normaliseLine)];
  const pairs: [number, number][] = [];
  let [left, right] = [0, 0];
  for (const [i, j] of [...alignLines(...withoutBlankMatches(before, after)), [before.length, after.length] as const]) {
    for (const [down, across] of alignLines(from.slice(left, i), to.slice(right, j)))
      pairs.push([left + down, right + across]);
    if (i < before.length && j < after.length) pairs.push([i, j]);
    [left, right] = [i + 1, j + 1];
  }
  return pairs;
}

/** Keeps lines of only blanks from matching in the first pass, since they are often equal by accident. */
function withoutBlankMatches(before: readonly string[], after: readonly string[]): [string[], string[]] {
  return [before.map((line) => (isBlank(line) ? '\n-' : line)), after.map((line) => (isBlank(line) ? '\n+' : line))];
}

/** Keys for comparing the two texts: a line that both have is compared exactly, any other line normalised. */
export function comparisonKeys({ before, after }: Pick<HunkLines, 'before' | 'after'>): [string[], string[]] {
  const [old, fresh] = [new Set(before), new Set(after)];
  const key = (line: string): string =>
    line.trim() !== '' && old.has(line) && fresh.has(line) ? `=${line}` : `~${normaliseLine(line)}`;
  return [before.map(key), after.map(key)];
}

function isBlank(line: string): boolean {
  return line !== '' && line.trim() === '';
}

/** The text with `\n` line ends and without byte order marks. */
export function toLfText(text: string): string {
  const unmarked = text.includes('\ufeff') ? text.replaceAll(/^\ufeff/gm, '') : text;
  // A carriage return at the very end is half of a CRLF that was cut in two.
  return unmarked.includes('\r') ? unmarked.replace(/\r$/, '').replaceAll(/\r\n?/g, '\n') : unmarked;
}

function lacksFinalNewline(text: string): boolean {
  return text !== '' && !text.endsWith('\n');
}

function splitLines(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function finalNewlineChange(
  open: { before: boolean; after: boolean },
  nothingBefore: boolean,
): HunkLines['finalNewline'] | undefined {
  if (open.before === open.after) return undefined;
  if (open.after) return 'remove';
  return nothingBefore ? undefined : 'add';
}
