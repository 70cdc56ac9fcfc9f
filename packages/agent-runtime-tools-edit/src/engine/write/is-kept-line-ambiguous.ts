import type { FileText } from '../file-text.ts';
import { hasAmbiguousLine } from './has-ambiguous-line.ts';
import { comparisonKeys } from '../hunk-lines.ts';
import { usesFileSpelling, isTypographicVariant, pairLines } from './author-style.ts';
import { normaliseLine } from '../normalise-line.ts';
import type { Place } from '../place.ts';

/** Writes a line of `after` as the file would; `kept` is the index of the line of `before` that it repeats. */
export type LineWriter = (line: string, kept?: number) => string | undefined;

/**
 * A kept line keeps the file's bytes, a new line gets the hunk's. Whether it is ambiguous which of several equal lines is
 * the kept one, and the result would differ.
 *
 *     file: `}··`    old text: `}`    new text: `}`, `}`
 *     The new text keeps the first or the second bracket: one of them has the file's trailing blanks, but which?
 */
export function isKeptLineAmbiguous(file: FileText, place: Place, write: LineWriter): boolean {
  const { before, after } = place.lines;
  const shared = pairLines(file, place);
  if (shared.every(({ given, found }) => given === found)) return false;
  const [from, to] = comparisonKeys(place.lines);
  const isOwn = usesFileSpelling(place.lines, shared);
  // There may be thousands of equal lines; one of each spelling is enough.
  const spellings = new Map<string, Map<string, number>>();
  for (const [i, { given, found }] of shared.entries()) {
    const known = spellings.get(from[i] ?? '') ?? new Map<string, number>();
    spellings.set(from[i] ?? '', known.set(`${given}\n${found}`, i));
  }
  const known = new Map<string, boolean>();
  const differs = (line: string, key: string): boolean => {
    const all = [...(spellings.get(key)?.values() ?? [])];
    // Spelled differently than the file in the same way as an old line: it repeats that line and is not new.
    const repeated = isOwn
      ? []
      : all.filter((i) => before[i] === line && shared[i] !== undefined && isTypographicVariant(shared[i]));
    const written = (repeated.length > 0 ? repeated : all).map((i) => write(line, i));
    return written.length > 0 && new Set(repeated.length > 0 ? written : written.concat(write(line))).size > 1;
  };
  const differing = after.flatMap((line, j) => {
    const differ = known.get(line) ?? differs(line, to[j] ?? '');
    known.set(line, differ);
    return differ ? [j] : [];
  });
  return differing.length > 0 && hasAmbiguousLine(from, to, { of: differing, isRare: rareLineTest(file, before) });
}

/** Tests whether the file has a line of the hunk only a few times. Any comparison pairs such lines. */
function rareLineTest(file: FileText, lines: readonly string[]): (index: number) => boolean {
  const counts = new Map(lines.map((line) => [normaliseLine(line).trimStart(), 0]));
  for (const line of file.unindented) {
    const count = counts.get(line);
    if (count !== undefined) counts.set(line, count + 1);
  }
  return (index) => {
    const line = normaliseLine(lines[index] ?? '').trimStart();
    return line.length > 1 && (counts.get(line) ?? 0) <= MAX_RARE_COUNT;
  };
}

const MAX_RARE_COUNT = 4;
