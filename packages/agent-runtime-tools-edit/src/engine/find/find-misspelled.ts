import type { FileText } from '../file-text.ts';
import { findLineSequence } from './find-line-sequence.ts';
import type { HunkLines } from '../hunk-lines.ts';
import { isMisspelling } from './is-misspelling.ts';

/**
 * The places that match except for a typo in one line that the hunk keeps. Removed lines must match exactly. None if the
 * hunk has too few other lines to be certain, or if the removed lines occur twice in the file.
 */
export function findMisspelled(file: FileText, { isKept }: HunkLines, unindented: readonly string[]): number[] {
  const first = isKept.indexOf(false);
  if (first === -1 || unindented.filter((line) => line.length > 1).length < MIN_EXACT_LINES + 1) return [];
  const removed = unindented.slice(first, isKept.lastIndexOf(false) + 1);
  if (removed.join('').length < MIN_REMOVED_CHARACTERS) return [];
  if (findLineSequence(file.unindented, removed, { end: file.lineCount, limit: 2 }).length > 1) return [];
  return candidateStarts(file, unindented).filter((start) => differsInOneKeptLine(file, start, { isKept, unindented }));
}

/** The number of lines, not counting single brackets, that must match exactly. */
const MIN_EXACT_LINES = 3;
const MIN_REMOVED_CHARACTERS = 8;

/** With a typo in one line, the first half or the second half of the lines matches exactly. */
function candidateStarts(file: FileText, unindented: readonly string[]): number[] {
  const middle = unindented.length >> 1;
  const starts = new Set<number>();
  for (const start of findLineSequence(file.unindented, unindented.slice(0, middle), {
    end: file.lineCount,
    limit: MAX_HALVES,
  }))
    starts.add(start);
  for (const start of findLineSequence(file.unindented, unindented.slice(middle), {
    end: file.lineCount,
    limit: MAX_HALVES,
  }))
    starts.add(start - middle);
  return [...starts].filter((start) => start >= 0 && start + unindented.length <= file.lineCount).sort((a, b) => a - b);
}

const MAX_HALVES = 50;

function differsInOneKeptLine(
  file: FileText,
  start: number,
  { isKept, unindented }: { isKept: readonly boolean[]; unindented: readonly string[] },
): boolean {
  let different = -1;
  for (const [index, line] of unindented.entries()) {
    if (file.unindented[start + index] === line) continue;
    if (different !== -1 || isKept[index] !== true) return false;
    different = index;
  }
  return different !== -1 && isMisspelling(unindented[different] ?? '', file.unindented[start + different] ?? '');
}
