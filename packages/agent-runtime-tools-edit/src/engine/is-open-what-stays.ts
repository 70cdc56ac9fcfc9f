import type { FileText } from './file-text.ts';
import { hasOpenLine } from './has-open-line.ts';
import { comparable } from './hunk-lines.ts';
import { isFilesOwn, isRespelt, sharedLines } from './manner.ts';
import { normaliseLine } from './normalise-line.ts';
import type { Place } from './place.ts';

/** Writes a line of `after` for the file; with `kept`, the line of `before` that it repeats. */
export type LineWriter = (line: string, kept?: number) => string | undefined;

/**
 * Whether it makes a difference which of several equal lines stays: one that stays has the bytes of the file, a new one
 * those of the hunk. Where it does and a comparison may come out either way, nobody has said what is to be written.
 */
export function isOpenWhatStays(file: FileText, place: Place, write: LineWriter): boolean {
  const { before, after } = place.lines;
  const shared = sharedLines(file, place);
  if (shared.every(({ given, found }) => given === found)) return false;
  const [from, to] = comparable(place.lines);
  const isOwn = isFilesOwn(place.lines, shared);
  // One line of each spelling is enough: there may be thousands.
  const spellings = new Map<string, Map<string, number>>();
  for (const [i, { given, found }] of shared.entries()) {
    const known = spellings.get(from[i] ?? '') ?? new Map<string, number>();
    spellings.set(from[i] ?? '', known.set(`${given}\n${found}`, i));
  }
  const known = new Map<string, boolean>();
  const differs = (line: string, key: string): boolean => {
    const all = [...(spellings.get(key)?.values() ?? [])];
    // Spelt against the file as an old line is: it repeats that one, and is not new.
    const repeated = isOwn
      ? []
      : all.filter((i) => before[i] === line && shared[i] !== undefined && isRespelt(shared[i]));
    const written = (repeated.length > 0 ? repeated : all).map((i) => write(line, i));
    return written.length > 0 && new Set(repeated.length > 0 ? written : written.concat(write(line))).size > 1;
  };
  const differing = after.flatMap((line, j) => {
    const differ = known.get(line) ?? differs(line, to[j] ?? '');
    known.set(line, differ);
    return differ ? [j] : [];
  });
  return differing.length > 0 && hasOpenLine(from, to, { of: differing, isRare: rareIn(file, before) });
}

/** Whether a line of a hunk is one that the file has only a few times: comparisons do not overlook these. */
function rareIn(file: FileText, lines: readonly string[]): (index: number) => boolean {
  const counts = new Map(lines.map((line) => [normaliseLine(line).trimStart(), 0]));
  for (const line of file.bare) {
    const count = counts.get(line);
    if (count !== undefined) counts.set(line, count + 1);
  }
  return (index) => {
    const line = normaliseLine(lines[index] ?? '').trimStart();
    return line.length > 1 && (counts.get(line) ?? 0) <= FEW;
  };
}

const FEW = 4;
