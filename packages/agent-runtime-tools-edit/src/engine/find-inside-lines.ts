import { lineStarts, locateIn, type FileText } from './file-text.ts';
import { findText } from './find-text.ts';
import type { Hunk, MatchHow } from './hunk.ts';
import { alignedLines, plainText, type HunkLines } from './hunk-lines.ts';
import { indentOf } from './indent-of.ts';
import { isFlattened } from './is-flattened.ts';
import { normaliseLine, plainForm } from './normalise-line.ts';
import type { Place } from './place.ts';

/** Places of a text that may begin and end inside a line. With `all`, occurrences that share a line are one place. */
export function findInsideLines(file: FileText, { before, after, all = false }: Hunk): Place[] {
  const [wanted, replacement] = [plainText(before), plainText(after)];
  const request: Request = { file, wanted, replacement, all };
  const limits = { limit: all ? Number.POSITIVE_INFINITY : MAX_INSIDE };
  const several = wanted.includes('\n') || replacement.includes('\n');
  const exact = findText(file.flat, wanted, limits).map((offset) => ({
    from: file.locate(offset),
    to: several ? withoutBlanks(file, file.locate(offset + wanted.length)) : file.locate(offset + wanted.length),
    applied: !all && hasReplacement(request, offset),
  }));
  if (exact.length > 0) return withoutDedented(placesOf(request, 'exact', exact), request);

  const normalised = wanted.split('\n').map(normaliseLine).join('\n');
  if (normalised.trim() === '' || (normalised === wanted && file.flatNormalised === file.flat)) return [];
  const starts = lineStarts(file.normalised);
  const endsInBlanks = /\n[^\S\n]+$/.test(wanted);
  const found = findText(file.flatNormalised, normalised, limits).flatMap((offset) => {
    const from = rawPosition(file, locateIn(starts, offset));
    const to = rawPosition(file, locateIn(starts, offset + normalised.length));
    return from && to ? [{ from, to: withoutBlanks(file, to, { line: endsInBlanks }), applied: false }] : [];
  });
  return withoutDedented(placesOf(request, 'normalised', found), request);
}

/** Places are named up to here; who asks for more of them asks for all. */
const MAX_INSIDE = 100;

interface Request {
  readonly file: FileText;
  readonly wanted: string;
  readonly replacement: string;
  readonly all: boolean;
}

interface Occurrence {
  readonly from: Position;
  readonly to: Position;
  readonly applied: boolean;
}

/** What is found is part of what would be put there, and the rest of that is there too. */
function hasReplacement({ file, wanted, replacement }: Request, offset: number): boolean {
  const at = replacement.indexOf(wanted);
  const added = at === -1 ? '' : replacement.slice(0, at) + replacement.slice(at + wanted.length);
  return added.trim() !== '' && file.flat.startsWith(replacement, offset - at);
}

function placesOf(request: Request, how: MatchHow, occurrences: readonly Occurrence[]): Place[] {
  if (!request.all) return occurrences.map((occurrence) => complete(request, how, [occurrence]));
  const groups: Occurrence[][] = [];
  for (const occurrence of occurrences) {
    const last = groups.at(-1)?.at(-1)?.to;
    if (last === undefined || occurrence.from.line > last.line) groups.push([occurrence]);
    else if (occurrence.from.line === last.line && occurrence.from.column >= last.column)
      groups.at(-1)?.push(occurrence);
  }
  return groups.map((group) => complete(request, how, group));
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where a position of a normalised line is in the line itself; undefined inside a character that normalises to several. */
function rawPosition(file: FileText, { line, column }: Position): Position | undefined {
  const raw = file.lines[line] ?? '';
  if (raw.startsWith(file.normalised[line]?.slice(0, column) ?? '')) return { line, column };
  let reached = 0;
  for (let at = 0; at <= raw.length; at += 1) {
    if (reached === column) return { line, column: at };
    if (reached > column) return undefined;
    reached += plainForm(raw[at] ?? '').length;
  }
  return undefined;
}

/** Blanks at the end of the last line belong to what was found; a `line` of nothing else does if it was asked for. */
function withoutBlanks(
  file: FileText,
  { line, column }: Position,
  { line: isWhole = false }: { line?: boolean } = {},
): Position {
  const raw = file.lines[line] ?? '';
  return (column > 0 || isWhole) && raw.slice(column).trim() === '' ? { line, column: raw.length } : { line, column };
}

function complete(request: Request, how: MatchHow, occurrences: readonly Occurrence[]): Place {
  const [first, last] = [occurrences[0], occurrences.at(-1)];
  const start = first?.from.line ?? 0;
  const head = (request.file.lines[start] ?? '').slice(0, first?.from.column);
  const tail = (request.file.lines[last?.to.line ?? 0] ?? '').slice(last?.to.column);
  const whole = endsWithLines(request) && last?.to.column === 0;
  let lines: HunkLines | undefined;
  return {
    start,
    end: (last?.to.line ?? start) + (whole ? 0 : 1),
    how,
    count: occurrences.length,
    // Only the place that is chosen needs them.
    get lines() {
      lines ??= wholeLines(request, { head, whole }, occurrences);
      return lines;
    },
    get unclear() {
      return whyUnclear({ head, tail }, request);
    },
    applied: first?.applied === true,
  };
}

/** Both texts end with a line end: the line behind it, of which they say nothing, is none of theirs. */
function endsWithLines({ wanted, replacement }: Request): boolean {
  return wanted.endsWith('\n') && replacement.endsWith('\n');
}

/** The request in whole lines: with what stands before, between and after in the lines of the occurrences. */
function wholeLines(
  { file, wanted, replacement }: Request,
  { head, whole }: { head: string; whole: boolean },
  occurrences: readonly Occurrence[],
): HunkLines {
  const parts = { before: head, after: head };
  for (const [index, { to }] of occurrences.entries()) {
    const next = occurrences[index + 1]?.from.column;
    const between = (file.lines[to.line] ?? '').slice(to.column, next);
    parts.before += wanted + between;
    parts.after += replacement + between;
  }
  const [before, after] = [parts.before.split('\n'), parts.after.split('\n')];
  const end = whole ? -1 : undefined;
  return { ...alignedLines(before.slice(0, end), after.slice(0, end)), endsFile: false };
}

function whyUnclear({ head, tail }: { head: string; tail: string }, request: Request): string | undefined {
  const [wanted, replacement] = [request.wanted.split('\n'), request.replacement.split('\n')];
  if (!request.all && cutsWord({ head, tail }, request.wanted)) return CUTS_WORD;
  if (isMovedIn(head, wanted, replacement)) return FIRST_INDENT_MISSING;
  if (head !== '' && head.trim() === '') {
    const [first = '', ...further] = replacement;
    const old = new Set(wanted);
    const lines = [head + first, ...further];
    const fresh = (index: number): boolean => !old.has(replacement[index] ?? '');
    if (isFlattened(lines, { fresh, usual: request.file.lines })) return FIRST_INDENT_MISSING;
  }
  if (isIndentationLost(head, wanted, replacement)) return FIRST_INDENT_MISSING;
  if (repeatsRest({ head, tail }, wanted, replacement)) return CUTS_LINE;
  if (wanted.length === 1 && replacement.length === 1) return undefined;
  const [last = '', end = ''] = [wanted.at(-1), replacement.at(-1)];
  const cutsFirst = /\w/.test(head) && wanted[0] !== replacement[0];
  // Of another line in its place, not even the bracket or the full stop of the old one is left.
  const isInPlace = wanted.length === replacement.length && indentOf(last) === indentOf(end) && !end.endsWith(tail);
  const isOther = wanted.length > 1 && tail.trim() !== '' && last !== end && !isInPlace;
  const cutsLast = isOther || (/\w/.test(tail) && last !== end);
  return cutsFirst || cutsLast ? CUTS_LINE : undefined;
}

/** Part of a word may be meant; of several words the last one hardly begins another, or the first one ends it. A rule of dashes is like a word. */
function cutsWord({ head, tail }: { head: string; tail: string }, wanted: string): boolean {
  if (!/\w\W+\w/.test(wanted)) return false;
  const plain = normaliseLine(wanted);
  if (/^[-=*_~#]/.test(plain) && head.endsWith(plain[0] ?? '')) return true;
  if (/[-=*_~#]$/.test(plain) && tail.startsWith(plain.at(-1) ?? '')) return true;
  return (/^\w/.test(wanted) && /\w$/.test(head)) || (/\w$/.test(wanted) && /^\w/.test(tail));
}

/** All that the replacement adds to its first or last line is what stands there already: the old text lacks it by mistake. */
function repeatsRest(
  { head, tail }: { head: string; tail: string },
  wanted: readonly string[],
  replacement: readonly string[],
): boolean {
  if (tail.trim() !== '' && `${wanted.at(-1)}${tail}` === replacement.at(-1)) return true;
  return head.trim() !== '' && `${head}${wanted[0]}` === replacement[0];
}

/** The line that was found behind its indentation is not the first one any more, and would be without it. */
function isMovedIn(head: string, [first = '']: readonly string[], replacement: readonly string[]): boolean {
  return head !== '' && head.trim() === '' && replacement[0] !== first && replacement.includes(first, 1);
}

const CUTS_WORD =
  'The text to replace begins or ends inside a word of the file. Give whole words, or the whole line, as the file has it.';
const CUTS_LINE =
  'The text to replace is only a part of the first or last line that it was found in, and the rest of that line would end up elsewhere. Give whole lines, as the file has them.';
const FIRST_INDENT_MISSING =
  'The text to replace begins after the indentation of its line, so nothing tells from where the further new lines count theirs. Begin both texts with the indentation of the first line.';

/**
 * The first line was found behind its indentation, no other one has any, and so nothing shows whether the further lines
 * of the replacement have theirs in full or lack it as the first line does.
 */
function isIndentationLost(head: string, wanted: readonly string[], replacement: readonly string[]): boolean {
  if (head === '' || head.trim() !== '') return false;
  if (wanted.slice(1).some((line) => line.trim() !== '' && indentOf(line) !== '')) return false;
  const old = new Set(wanted.slice(1));
  const further = replacement.slice(1).filter((line) => line.trim() !== '' && !old.has(line));
  if (further.length === 0) return false;
  if (further.some((line) => !indentOf(line).startsWith(head))) return true;
  return indentOf(further[0] ?? '') === head && /[{([=:>?&|+\\]\s*$/.test(replacement[0] ?? '');
}

/**
 * A text that begins with some, but not all of its line's indentation was dedented; one that ends with its line but not
 * the replacement would leave the indentation to the next; and one whose replacement has an indentation of its own, or
 * begins with an empty line, would get both: their lines are taken as whole ones.
 */
function withoutDedented(places: readonly Place[], { wanted, replacement, file }: Request): Place[] {
  const [place] = places;
  if (places.length !== 1 || !place) return [...places];
  // An empty first line is a whole one, whatever blanks it has in the file.
  if (wanted.startsWith('\n') && file.bare[place.start] === '' && file.lines[place.start] !== '') return [];
  const given = indentOf(wanted.slice(0, wanted.search(/\n|$/)));
  const found = indentOf(file.lines[place.start] ?? '');
  const beginsBehind = given.length < found.length && wanted.trimStart().length > 0 && isAtIndent(place, file, wanted);
  if (!beginsBehind) return [place];
  const leaves = wanted.endsWith('\n') && !replacement.endsWith('\n');
  const [first = ''] = replacement.split('\n', 1);
  const indents = given === '' && (indentOf(first) !== '' || (first === '' && replacement.trim() !== ''));
  return given !== '' || leaves || indents ? [] : [place];
}

function isAtIndent({ start }: Place, file: FileText, wanted: string): boolean {
  const first = normaliseLine(wanted.slice(0, wanted.search(/\n|$/))).trimStart();
  return first !== '' && (file.bare[start] ?? '').startsWith(first);
}
