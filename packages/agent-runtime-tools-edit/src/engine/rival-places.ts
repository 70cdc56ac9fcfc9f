import type { FileText } from './file-text.ts';
import { findSequence } from './find-sequence.ts';
import { normaliseLine } from './normalise-line.ts';
import type { Place } from './place.ts';

/**
 * The places of a hunk that stands somewhere as it was given, but elsewhere too in another indentation, which is the one
 * that is meant if its line number names it or if the author's other hunks are indented otherwise. Undefined where
 * nothing speaks for another place.
 */
export function rivalPlaces(
  file: FileText,
  place: Place,
  { line, isShifted }: { line: number | undefined; isShifted: boolean },
): Place[] | undefined {
  const isNamed = line === undefined || line - 1 === place.start;
  if (place.how === 'indentation' || place.how === 'fuzzy' || (isNamed && !isShifted)) return undefined;
  const { before } = place.lines;
  if (!before.some((text) => /^\s/.test(text) && text.trim() !== '')) return undefined;
  const bare = before.map((text) => normaliseLine(text).trimStart());
  const starts = findSequence(file.bare, bare, { end: file.count });
  const isRival = starts.length > 1 && (isShifted || starts.includes((line ?? 0) - 1));
  return isRival ? starts.map((start) => ({ ...place, start, end: start + before.length })) : undefined;
}
