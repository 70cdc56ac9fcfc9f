import type { FileText } from '../file-text.ts';
import { findPartialMatch } from './find-partial-match.ts';
import { findWithinLines } from './find-within-lines.ts';
import { findMisspelled } from './find-misspelled.ts';
import { findLineSequence } from './find-line-sequence.ts';
import { findWithStaleLine } from './find-with-stale-line.ts';
import type { Hunk, MatchKind } from '../hunk.ts';
import type { HunkLines } from '../hunk-lines.ts';
import { indentOf } from '../indent/indent-of.ts';
import { normaliseLine } from '../normalise-line.ts';
import type { Place } from '../place.ts';

/**
 * The places that match a hunk, all by the same comparison: the strictest one that matches anywhere.
 *
 *     1. exact          `  say("a");`       as given
 *     2. normalised     `  say(“a”);  `     ignoring trailing blanks and typographic punctuation
 *     3. indentation    `      say("a");`   ignoring the indentation
 *     4. fuzzy          one kept line differs from the file, or has a typo
 */
export function findPlaces(file: FileText, hunk: Hunk, lines: HunkLines): Place[] {
  if (!hunk.wholeLines) {
    const inside = findWithinLines(file, hunk);
    const [only] = inside;
    if (inside.length > 1 || (only && !beginsAtLineEnd(file, hunk, only))) return inside;
    const whole = findWholeLines(file, hunk, lines);
    // The text begins with a newline, which may be the end of a line or an empty line: if both match, it is ambiguous.
    return [...inside, ...whole];
  }
  return findWholeLines(file, hunk, lines);
}

function beginsAtLineEnd(file: FileText, { before }: Hunk, { start }: Place): boolean {
  return /^\r?\n/.test(before) && file.unindented[start] !== '';
}

function findWholeLines(file: FileText, hunk: Hunk, lines: HunkLines): Place[] {
  const { before } = lines;
  if (before.length === 0) return [];
  const places = (how: MatchKind, starts: readonly number[]): Place[] =>
    (hunk.all === true ? withoutOverlaps(starts, before.length) : starts).map((start) => ({
      start,
      end: start + before.length,
      how,
      lines,
      count: 1,
    }));

  const exact = findLineSequence(file.lines, before, { end: file.lineCount });
  if (exact.length > 0) return places('exact', exact);
  const wanted = before.map(normaliseLine);
  const normalised = findLineSequence(file.normalised, wanted, { end: file.lineCount });
  if (normalised.length > 0) return places('normalised', normalised);
  const unindented = wanted.map((line) => line.trimStart());
  if (unindented.every((line) => line === '')) return [];
  const shifted = findLineSequence(file.unindented, unindented, { end: file.lineCount });
  const stale = hunk.all === true ? undefined : findWithStaleLine(file, lines);
  if (stale !== undefined && shifted.every((start) => start === stale.start)) return [stale];
  if (shifted.length > 0)
    return withPartialMatch(file, places('indentation', dropUnlikelyShifts(file, before, shifted)));
  return hunk.all === true ? [] : places('fuzzy', findMisspelled(file, lines, unindented));
}

/** Drops places where a single line is indented very differently: most likely that is another line. */
function dropUnlikelyShifts(file: FileText, before: readonly string[], starts: readonly number[]): readonly number[] {
  const nonEmpty = before.flatMap((line, index) => (line.trim() === '' ? [] : [index]));
  const [only = 0] = nonEmpty;
  const given = indentOf(before[only] ?? '');
  if (nonEmpty.length > 1 || given === '') return starts;
  return starts.filter((start) => {
    const found = indentOf(file.lines[start + only] ?? '');
    return found.includes('\t') !== given.includes('\t') || Math.abs(found.length - given.length) <= MAX_SHIFT;
  });
}

const MAX_SHIFT = 4;

/** Adds a partial match to the only place found with another indentation, so that the hunk is ambiguous. Reported, never edited. */
function withPartialMatch(file: FileText, places: readonly Place[]): Place[] {
  const [only] = places;
  const { before = [] } = only?.lines ?? {};
  const other = only === undefined || places.length > 1 ? undefined : findPartialMatch(file, before, only.start);
  if (only === undefined || other === undefined) return [...places];
  const partialMatch = { ...only, start: other, end: other + before.length, unclearReason: PARTIAL_MATCH };
  return [only, partialMatch].sort((one, another) => one.start - another.start);
}

const PARTIAL_MATCH =
  'Only some of the lines are at this place, and where all of them are, they are indented differently. Read the file again and give its lines exactly as they are there.';

/** Leaves out places that overlap the one before. */
function withoutOverlaps(starts: readonly number[], length: number): number[] {
  let end = 0;
  return starts.filter((start) => {
    if (start < end) return false;
    end = start + length;
    return true;
  });
}
