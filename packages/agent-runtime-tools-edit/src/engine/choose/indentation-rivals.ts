import type { FileText } from '../file-text.ts';
import { findLineSequence } from '../find/find-line-sequence.ts';
import { normaliseLine } from '../normalise-line.ts';
import type { Place } from '../place.ts';

/**
 * A hunk that matches one place exactly may also match another one with a different indentation. Returns all of these
 * places where the other one may be meant: the hunk's line number names it, or other hunks of the request were found in a
 * different indentation than given (`isShifted`). Undefined otherwise.
 */
export function indentationRivals(
  file: FileText,
  place: Place,
  { line, isShifted }: { line: number | undefined; isShifted: boolean },
): Place[] | undefined {
  const isNamed = line === undefined || line - 1 === place.start;
  if (place.how === 'indentation' || place.how === 'fuzzy' || (isNamed && !isShifted)) return undefined;
  const { before } = place.lines;
  if (!before.some((text) => /^\s/.test(text) && text.trim() !== '')) return undefined;
  const unindented = before.map((text) => normaliseLine(text).trimStart());
  const starts = findLineSequence(file.unindented, unindented, { end: file.lineCount });
  const isRival = starts.length > 1 && (isShifted || starts.includes((line ?? 0) - 1));
  return isRival ? starts.map((start) => ({ ...place, start, end: start + before.length })) : undefined;
}
