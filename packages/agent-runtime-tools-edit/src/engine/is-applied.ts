import type { FileText } from './file-text.ts';
import { findSequence } from './find-sequence.ts';
import type { HunkLines } from './hunk-lines.ts';
import { normaliseLine } from './normalise-line.ts';
import type { Place } from './place.ts';

/** The place has the lines already that the hunk would add to those which it keeps. */
export function isAppliedAt(file: FileText, { start, lines, applied = false }: Place): boolean {
  if (applied) return true;
  const { before, after, pairs, kept } = lines;
  if (before.length === 0 || kept.includes(false) || after.length === before.length) return false;
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (!first || !last) return false;
  const wanted = after.map(bare);
  const repeated = new Set(pairs.map(([, j]) => j));
  if (!wanted.some((line, index) => line !== '' && !repeated.has(index))) return false;
  return [first, last].some(([i, j]) => wanted.every((line, index) => file.bare[start + i - j + index] === line));
}

/** The 0-based line where the file has what the hunk, which matches nowhere, would have made. */
export function appliedLine(file: FileText, { after, before, kept, pairs }: HunkLines): number | undefined {
  const wanted = after.map(bare);
  const added = after.length > pairs.length;
  const telling = wanted.filter((line) => line.length > 1).length;
  if (telling === 0 || (!added && (telling < 2 || !kept.includes(false))) || before.length === 0) return undefined;
  const [place, another] = findSequence(file.bare, wanted, { end: file.count, limit: 2 });
  return another === undefined ? place : undefined;
}

function bare(line: string): string {
  return normaliseLine(line).trimStart();
}
