import type { FileText } from './file-text.ts';
import { competingPlace } from './competing-place.ts';
import { findInsideLines } from './find-inside-lines.ts';
import { findMisspelt } from './find-misspelt.ts';
import { findSequence } from './find-sequence.ts';
import { findStale } from './find-stale.ts';
import type { Hunk, MatchHow } from './hunk.ts';
import type { HunkLines } from './hunk-lines.ts';
import { indentOf } from './indent-of.ts';
import { normaliseLine } from './normalise-line.ts';
import type { Place } from './place.ts';

/** The places that match in the strictest way in which any place does. */
export function findPlaces(file: FileText, hunk: Hunk, lines: HunkLines): Place[] {
  if (!hunk.wholeLines) {
    const inside = findInsideLines(file, hunk);
    const [only] = inside;
    if (inside.length > 1 || (only && !beginsAtLineEnd(file, hunk, only))) return inside;
    const whole = findLines(file, hunk, lines);
    // An empty first line that is none in the file: if there is a place where it is one, nothing decides.
    return [...inside, ...whole];
  }
  return findLines(file, hunk, lines);
}

function beginsAtLineEnd(file: FileText, { before }: Hunk, { start }: Place): boolean {
  return /^\r?\n/.test(before) && file.bare[start] !== '';
}

function findLines(file: FileText, hunk: Hunk, lines: HunkLines): Place[] {
  const { before } = lines;
  if (before.length === 0) return [];
  const places = (how: MatchHow, starts: readonly number[]): Place[] =>
    (hunk.all === true ? apart(starts, before.length) : starts).map((start) => ({
      start,
      end: start + before.length,
      how,
      lines,
      count: 1,
    }));

  const exact = findSequence(file.lines, before, { end: file.count });
  if (exact.length > 0) return places('exact', exact);
  const wanted = before.map(normaliseLine);
  const normalised = findSequence(file.normalised, wanted, { end: file.count });
  if (normalised.length > 0) return places('normalised', normalised);
  const bare = wanted.map((line) => line.trimStart());
  if (bare.every((line) => line === '')) return [];
  const shifted = findSequence(file.bare, bare, { end: file.count });
  const stale = hunk.all === true ? undefined : findStale(file, lines);
  if (stale !== undefined && shifted.every((start) => start === stale.start)) return [stale];
  if (shifted.length > 0) return withCompeting(file, places('indentation', likely(file, before, shifted)));
  return hunk.all === true ? [] : places('fuzzy', findMisspelt(file, lines, bare));
}

/** A single line that is indented quite otherwise is another one, more likely than not. */
function likely(file: FileText, before: readonly string[], starts: readonly number[]): readonly number[] {
  const telling = before.flatMap((line, index) => (line.trim() === '' ? [] : [index]));
  const [only = 0] = telling;
  const given = indentOf(before[only] ?? '');
  if (telling.length > 1 || given === '') return starts;
  return starts.filter((start) => {
    const found = indentOf(file.lines[start + only] ?? '');
    return found.includes('\t') !== given.includes('\t') || Math.abs(found.length - given.length) <= MAX_SHIFT;
  });
}

const MAX_SHIFT = 4;

/** A place that is like what was asked for stands against the only one that is it but for its indentation. It is none to write to. */
function withCompeting(file: FileText, places: readonly Place[]): Place[] {
  const [only] = places;
  const { before = [] } = only?.lines ?? {};
  const other = only === undefined || places.length > 1 ? undefined : competingPlace(file, before, only.start);
  if (only === undefined || other === undefined) return [...places];
  const rival = { ...only, start: other, end: other + before.length, unclear: IS_OTHER };
  return [only, rival].sort((one, another) => one.start - another.start);
}

const IS_OTHER =
  'The lines at this place are not those that were given, and where they are they are indented otherwise. Read the file again and give its lines exactly as they stand there.';

/** Those that do not overlap the one before. */
function apart(starts: readonly number[], length: number): number[] {
  let end = 0;
  return starts.filter((start) => {
    if (start < end) return false;
    end = start + length;
    return true;
  });
}
