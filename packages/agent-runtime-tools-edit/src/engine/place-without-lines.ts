import type { FileText } from './file-text.ts';
import type { Hunk } from './hunk.ts';
import type { HunkLines } from './hunk-lines.ts';
import { linesAfter } from './in-scope-of.ts';
import type { Place } from './place.ts';

/** Where a hunk goes that only adds: into an empty file, to the end if it says so, or after its anchor. */
export function placeWithoutLines(file: FileText, { anchors = [] }: Hunk, lines: HunkLines): Place[] {
  const at = (start: number): Place => ({ start, end: start, how: 'exact', lines, count: 1 });
  if (file.count === 0) return [at(0)];
  if (lines.endsFile) return [at(file.count)];
  return anchors.length === 0 ? [] : linesAfter(file, anchors).map(at);
}
