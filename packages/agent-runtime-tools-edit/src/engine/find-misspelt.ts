import type { FileText } from './file-text.ts';
import { findSequence } from './find-sequence.ts';
import type { HunkLines } from './hunk-lines.ts';
import { isMisspelling } from './is-misspelling.ts';

/**
 * Places that match but for one misspelt line, which must be one that the hunk keeps: what is to be removed or
 * replaced has to be there as it was given. None where the hunk has too little else to be sure, or where what it
 * removes is in the file twice.
 */
export function findMisspelt(file: FileText, { kept }: HunkLines, bare: readonly string[]): number[] {
  const first = kept.indexOf(false);
  if (first === -1 || bare.filter((line) => line.length > 1).length < MIN_TELLING_LINES + 1) return [];
  const removed = bare.slice(first, kept.lastIndexOf(false) + 1);
  if (removed.join('').length < MIN_REMOVED_CHARACTERS) return [];
  if (findSequence(file.bare, removed, { end: file.count, limit: 2 }).length > 1) return [];
  return candidates(file, bare).filter((start) => differsInOneKeptLine(file, start, { kept, bare }));
}

/** Lines of more than a bracket that must be as given. */
const MIN_TELLING_LINES = 3;
const MIN_REMOVED_CHARACTERS = 8;

/** With one line misspelt, one half of the lines is intact. */
function candidates(file: FileText, bare: readonly string[]): number[] {
  const middle = bare.length >> 1;
  const starts = new Set<number>();
  for (const start of findSequence(file.bare, bare.slice(0, middle), { end: file.count, limit: MAX_HALVES }))
    starts.add(start);
  for (const start of findSequence(file.bare, bare.slice(middle), { end: file.count, limit: MAX_HALVES }))
    starts.add(start - middle);
  return [...starts].filter((start) => start >= 0 && start + bare.length <= file.count).sort((a, b) => a - b);
}

const MAX_HALVES = 50;

function differsInOneKeptLine(
  file: FileText,
  start: number,
  { kept, bare }: { kept: readonly boolean[]; bare: readonly string[] },
): boolean {
  let different = -1;
  for (const [index, line] of bare.entries()) {
    if (file.bare[start + index] === line) continue;
    if (different !== -1 || kept[index] !== true) return false;
    different = index;
  }
  return different !== -1 && isMisspelling(bare[different] ?? '', file.bare[start + different] ?? '');
}
