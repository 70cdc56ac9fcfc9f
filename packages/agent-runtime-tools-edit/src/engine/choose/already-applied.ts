import type { FileText } from '../file-text.ts';
import { findLineSequence } from '../find/find-line-sequence.ts';
import type { HunkLines } from '../hunk-lines.ts';
import { normaliseLine } from '../normalise-line.ts';
import type { Place } from '../place.ts';

/** Whether the file already has, next to the kept lines of this place, the lines that the hunk would add. */
export function isAlreadyApplied(file: FileText, { start, lines, alreadyApplied = false }: Place): boolean {
  if (alreadyApplied) return true;
  const { before, after, keptPairs, isKept } = lines;
  if (before.length === 0 || isKept.includes(false) || after.length === before.length) return false;
  const [first, last] = [keptPairs[0], keptPairs.at(-1)];
  if (!first || !last) return false;
  const wanted = after.map(unindentedLine);
  const repeated = new Set(keptPairs.map(([, j]) => j));
  if (!wanted.some((line, index) => line !== '' && !repeated.has(index))) return false;
  return [first, last].some(([i, j]) => wanted.every((line, index) => file.unindented[start + i - j + index] === line));
}

/** For a hunk that matches nowhere: the 0-based line where the file already has its result, if only once. */
export function findAppliedLine(file: FileText, { after, before, isKept, keptPairs }: HunkLines): number | undefined {
  const wanted = after.map(unindentedLine);
  const added = after.length > keptPairs.length;
  const distinctive = wanted.filter((line) => line.length > 1).length;
  if (distinctive === 0 || (!added && (distinctive < 2 || !isKept.includes(false))) || before.length === 0)
    return undefined;
  const [place, another] = findLineSequence(file.unindented, wanted, { end: file.lineCount, limit: 2 });
  return another === undefined ? place : undefined;
}

function unindentedLine(line: string): string {
  return normaliseLine(line).trimStart();
}
