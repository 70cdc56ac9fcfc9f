import { alignLines } from './align-lines.ts';
import type { Hunk } from './hunk.ts';
import { normaliseLine } from './normalise-line.ts';

/** A hunk of whole lines, with what it keeps told from what it changes. */
export interface HunkLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Lines of `before` and `after` that are the same, at least when normalised. */
  readonly pairs: readonly (readonly [before: number, after: number])[];
  /** For each line of `before`, whether it stays. */
  readonly kept: readonly boolean[];
  /** The format itself says which lines stay. */
  readonly told: boolean;
  /** What the hunk says about the newline at the end of the file. */
  readonly finalNewline?: 'add' | 'remove';
  /** The hunk says that the file ends with its last line. */
  readonly endsFile: boolean;
}

export function hunkLines({ before, after, wholeLines, atEnd, context }: Hunk): HunkLines {
  const [from, to] = [plainText(before), plainText(after)];
  const open = { before: isOpen(from), after: isOpen(to) };
  // A line end that only the old text has is an empty line's, or it would join two lines.
  const joins = !wholeLines && to !== '' && isOpen(from) !== isOpen(to);
  const lines = joins
    ? alignedLines(from.split('\n'), to.split('\n'))
    : alignedLines(linesOf(from), linesOf(to), context);
  if (!wholeLines) return { ...lines, endsFile: false };
  const finalNewline = finalNewlineOf(open, from === '');
  return {
    ...lines,
    endsFile: atEnd === true || open.before,
    ...(finalNewline === undefined ? {} : { finalNewline }),
  };
}

/** Lines with what stays told from what changes: as the format says, or else as a comparison of the two texts does. */
export function alignedLines(
  before: readonly string[],
  after: readonly string[],
  context: HunkLines['pairs'] = [],
): Omit<HunkLines, 'endsFile'> {
  // A hunk without context may be two whole texts, one after the other.
  const told = context.length > 0;
  const pairs = told ? context : comparedLines(before, after);
  const kept = new Array<boolean>(before.length).fill(false);
  for (const [i] of pairs) kept[i] = true;
  return { before, after, pairs, kept, told };
}

/** Lines that are the same, and between them those that only differ in spelling. */
function comparedLines(before: readonly string[], after: readonly string[]): [number, number][] {
  const [from, to] = [before.map(normaliseLine), after.map(normaliseLine)];
  const pairs: [number, number][] = [];
  let [left, right] = [0, 0];
  for (const [i, j] of [...alignLines(...asTheyAre(before, after)), [before.length, after.length] as const]) {
    for (const [down, across] of alignLines(from.slice(left, i), to.slice(right, j)))
      pairs.push([left + down, right + across]);
    if (i < before.length && j < after.length) pairs.push([i, j]);
    [left, right] = [i + 1, j + 1];
  }
  return pairs;
}

/** Lines of nothing but blanks are equal by accident: they are left for the second look. */
function asTheyAre(before: readonly string[], after: readonly string[]): [string[], string[]] {
  return [before.map((line) => (isBlank(line) ? '\n-' : line)), after.map((line) => (isBlank(line) ? '\n+' : line))];
}

/** Lines that both texts have count as they are, the others as far as they are the same when normalised. */
export function comparable({ before, after }: Pick<HunkLines, 'before' | 'after'>): [string[], string[]] {
  const [old, fresh] = [new Set(before), new Set(after)];
  const key = (line: string): string =>
    line.trim() !== '' && old.has(line) && fresh.has(line) ? `=${line}` : `~${normaliseLine(line)}`;
  return [before.map(key), after.map(key)];
}

function isBlank(line: string): boolean {
  return line !== '' && line.trim() === '';
}

/** With plain line ends and without byte order marks. */
export function plainText(text: string): string {
  const unmarked = text.includes('\ufeff') ? text.replaceAll(/^\ufeff/gm, '') : text;
  // A carriage return at the very end is what is left of a line end that was cut in two.
  return unmarked.includes('\r') ? unmarked.replace(/\r$/, '').replaceAll(/\r\n?/g, '\n') : unmarked;
}

function isOpen(text: string): boolean {
  return text !== '' && !text.endsWith('\n');
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function finalNewlineOf(
  open: { before: boolean; after: boolean },
  nothingBefore: boolean,
): HunkLines['finalNewline'] | undefined {
  if (open.before === open.after) return undefined;
  if (open.after) return 'remove';
  return nothingBefore ? undefined : 'add';
}
