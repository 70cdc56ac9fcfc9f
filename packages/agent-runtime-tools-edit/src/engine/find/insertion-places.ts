import type { FileText } from '../file-text.ts';
import type { Hunk } from '../hunk.ts';
import type { HunkLines } from '../hunk-lines.ts';
import { linesBelowAnchors } from '../choose/anchor-scope.ts';
import type { Place } from '../place.ts';

/** The places for a hunk without old lines: an empty file, the end of the file if the hunk says so, or below its anchor. */
export function insertionPlaces(file: FileText, { anchors = [] }: Hunk, lines: HunkLines): Place[] {
  const at = (start: number): Place => ({ start, end: start, how: 'exact', lines, count: 1 });
  if (file.lineCount === 0) return [at(0)];
  if (lines.atEndOfFile) return [at(file.lineCount)];
  return anchors.length === 0 ? [] : linesBelowAnchors(file, anchors).map(at);
}
