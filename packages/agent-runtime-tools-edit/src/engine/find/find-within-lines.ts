import { boundaryProblem } from './boundary-problem.ts';
import { lineStarts, positionIn, type FileText } from '../file-text.ts';
import { findSubstring } from './find-substring.ts';
import type { Hunk, MatchKind } from '../hunk.ts';
import { withKeptLines, toLfText, type HunkLines } from '../hunk-lines.ts';
import { indentOf } from '../indent/indent-of.ts';
import { normaliseLine, plainForm } from '../normalise-line.ts';
import type { Place } from '../place.ts';

/** The places of a text that may begin and end inside a line. With `all`, occurrences that share a line are one place. */
export function findWithinLines(file: FileText, { before, after, all = false }: Hunk): Place[] {
  const [wanted, replacement] = [toLfText(before), toLfText(after)];
  const request: TextRequest = { file, wanted, replacement, all };
  const limits = { limit: all ? Number.POSITIVE_INFINITY : MAX_PLACES };
  const several = wanted.includes('\n') || replacement.includes('\n');
  const exact = findSubstring(file.lfText, wanted, limits).map((offset) => ({
    from: file.positionAt(offset),
    to: several
      ? includeTrailingBlanks(file, file.positionAt(offset + wanted.length))
      : file.positionAt(offset + wanted.length),
    alreadyApplied: !all && hasReplacementAlready(request, offset),
  }));
  if (exact.length > 0) return dropDedentedMatch(toPlaces(request, 'exact', exact), request);

  const normalised = wanted.split('\n').map(normaliseLine).join('\n');
  if (normalised.trim() === '' || (normalised === wanted && file.normalisedText === file.lfText)) return [];
  const starts = lineStarts(file.normalised);
  const endsInBlanks = /\n[^\S\n]+$/.test(wanted);
  const found = findSubstring(file.normalisedText, normalised, limits).flatMap((offset) => {
    const from = originalPosition(file, positionIn(starts, offset));
    const to = originalPosition(file, positionIn(starts, offset + normalised.length));
    return from && to
      ? [{ from, to: includeTrailingBlanks(file, to, { line: endsInBlanks }), alreadyApplied: false }]
      : [];
  });
  return dropDedentedMatch(toPlaces(request, 'normalised', found), request);
}

/** More places than this are only counted with `all`. */
const MAX_PLACES = 100;

interface TextRequest {
  readonly file: FileText;
  readonly wanted: string;
  readonly replacement: string;
  readonly all: boolean;
}

interface Occurrence {
  readonly from: Position;
  readonly to: Position;
  readonly alreadyApplied: boolean;
}

/** Whether the replacement contains the wanted text and the file already has all of it here. */
function hasReplacementAlready({ file, wanted, replacement }: TextRequest, offset: number): boolean {
  const at = replacement.indexOf(wanted);
  const added = at === -1 ? '' : replacement.slice(0, at) + replacement.slice(at + wanted.length);
  return added.trim() !== '' && file.lfText.startsWith(replacement, offset - at);
}

function toPlaces(request: TextRequest, how: MatchKind, occurrences: readonly Occurrence[]): Place[] {
  if (!request.all) return occurrences.map((occurrence) => toPlace(request, how, [occurrence]));
  const groups: Occurrence[][] = [];
  for (const occurrence of occurrences) {
    const last = groups.at(-1)?.at(-1)?.to;
    if (last === undefined || occurrence.from.line > last.line) groups.push([occurrence]);
    else if (occurrence.from.line === last.line && occurrence.from.column >= last.column)
      groups.at(-1)?.push(occurrence);
  }
  return groups.map((group) => toPlace(request, how, group));
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The position in the original line for one in the normalised line; undefined inside a character that normalises to several. */
function originalPosition(file: FileText, { line, column }: Position): Position | undefined {
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

/** Includes trailing blanks of the last line in the match; with `line`, also a line of only blanks. */
function includeTrailingBlanks(
  file: FileText,
  { line, column }: Position,
  { line: isWhole = false }: { line?: boolean } = {},
): Position {
  const raw = file.lines[line] ?? '';
  return (column > 0 || isWhole) && raw.slice(column).trim() === '' ? { line, column: raw.length } : { line, column };
}

function toPlace(request: TextRequest, how: MatchKind, occurrences: readonly Occurrence[]): Place {
  const [first, last] = [occurrences[0], occurrences.at(-1)];
  const start = first?.from.line ?? 0;
  const head = (request.file.lines[start] ?? '').slice(0, first?.from.column);
  const tail = (request.file.lines[last?.to.line ?? 0] ?? '').slice(last?.to.column);
  const whole = bothEndWithNewline(request) && last?.to.column === 0;
  let lines: HunkLines | undefined;
  return {
    start,
    end: (last?.to.line ?? start) + (whole ? 0 : 1),
    how,
    count: occurrences.length,
    // Computed for the chosen place only.
    get lines() {
      lines ??= toWholeLines(request, { head, whole }, occurrences);
      return lines;
    },
    get unclearReason() {
      const { file, wanted, replacement, all } = request;
      return boundaryProblem({ wanted, replacement, head, tail, all, fileLines: file.lines });
    },
    alreadyApplied: first?.alreadyApplied === true,
  };
}

/** Whether both texts end with a newline: then the line after it does not belong to the place. */
function bothEndWithNewline({ wanted, replacement }: TextRequest): boolean {
  return wanted.endsWith('\n') && replacement.endsWith('\n');
}

/** The request in whole lines: completed with the text before, between and after the occurrences. */
function toWholeLines(
  { file, wanted, replacement }: TextRequest,
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
  return { ...withKeptLines(before.slice(0, end), after.slice(0, end)), atEndOfFile: false };
}

/**
 * Drops a match that begins inside the indentation of its line, so that the text is looked for as whole lines instead:
 * the text has part of the indentation, or its replacement has an indentation of its own or begins with an empty line, or
 * only the old text ends with a newline, which would leave the indentation to the next line.
 */
function dropDedentedMatch(places: readonly Place[], { wanted, replacement, file }: TextRequest): Place[] {
  const [place] = places;
  if (places.length !== 1 || !place) return [...places];
  // The first line is empty in the text and has only blanks in the file: match it as a whole line.
  if (wanted.startsWith('\n') && file.unindented[place.start] === '' && file.lines[place.start] !== '') return [];
  const given = indentOf(wanted.slice(0, wanted.search(/\n|$/)));
  const found = indentOf(file.lines[place.start] ?? '');
  const beginsInIndent =
    given.length < found.length && wanted.trimStart().length > 0 && startsAfterIndent(place, file, wanted);
  if (!beginsInIndent) return [place];
  const leavesIndent = wanted.endsWith('\n') && !replacement.endsWith('\n');
  const [first = ''] = replacement.split('\n', 1);
  const hasOwnIndent = given === '' && (indentOf(first) !== '' || (first === '' && replacement.trim() !== ''));
  return given !== '' || leavesIndent || hasOwnIndent ? [] : [place];
}

function startsAfterIndent({ start }: Place, file: FileText, wanted: string): boolean {
  const first = normaliseLine(wanted.slice(0, wanted.search(/\n|$/))).trimStart();
  return first !== '' && (file.unindented[start] ?? '').startsWith(first);
}
