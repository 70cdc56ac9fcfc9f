import { lineIndex } from './line-index.ts';

/** The starts of `wanted` in `lines[0, end)`, overlapping ones included. Takes linear time for any input. */
export function findLineSequence(
  lines: readonly string[],
  wanted: readonly string[],
  { end = lines.length, limit = MAX_PLACES }: { end?: number; limit?: number } = {},
): number[] {
  const length = wanted.length;
  if (length === 0 || length > end) return [];
  const index = lineIndex(lines);
  const starts = index === undefined ? undefined : startsOfRarestLine(index, wanted);
  if (starts !== undefined && starts.length * length < MAX_COMPARED)
    return starts
      .filter((start) => start >= 0 && start + length <= end && matchesAt(lines, wanted, start))
      .slice(0, limit);
  // Most sequences do not occur at all, and the longest line shows that soonest.
  const longest = wanted.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (!lines.includes(longest)) return [];
  const numbers = new Map<string, number>();
  const pattern = wanted.map((line) => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  });
  if (length === 1) return findLine(lines, wanted[0] ?? '', { end, limit });
  const fallback = fallbackTable(pattern);
  const places: number[] = [];
  let matched = 0;
  for (let at = 0; at < end; at += 1) {
    const number = numbers.get(lines[at] ?? '') ?? -1;
    while (matched > 0 && pattern[matched] !== number) matched = fallback[matched - 1] ?? 0;
    if (pattern[matched] === number) matched += 1;
    if (matched < length) continue;
    places.push(at - length + 1);
    if (places.length >= limit) break;
    matched = fallback[matched - 1] ?? 0;
  }
  return places;
}

/** More places than this are not needed by any caller. */
export const MAX_PLACES = 2000;

/** Up to this many comparisons, checking every place of the rarest line is faster than a pass over all lines. */
const MAX_COMPARED = 20_000;

/** The possible starts according to the positions of the rarest line. */
function startsOfRarestLine(index: ReadonlyMap<string, readonly number[]>, wanted: readonly string[]): number[] {
  let rarest = 0;
  let places: readonly number[] | undefined;
  for (const [at, line] of wanted.entries()) {
    const known = index.get(line) ?? [];
    if (places === undefined || known.length < places.length) [rarest, places] = [at, known];
    if (known.length < 2) break;
  }
  return (places ?? []).map((at) => at - rarest);
}

function matchesAt(lines: readonly string[], wanted: readonly string[], start: number): boolean {
  return wanted.every((line, index) => lines[start + index] === line);
}

function findLine(lines: readonly string[], wanted: string, { end, limit }: { end: number; limit: number }): number[] {
  const places: number[] = [];
  for (
    let at = lines.indexOf(wanted);
    at !== -1 && at < end && places.length < limit;
    at = lines.indexOf(wanted, at + 1)
  )
    places.push(at);
  return places;
}

/** For each prefix, the length of its longest proper prefix that is also its suffix (Knuth, Morris and Pratt). */
function fallbackTable(pattern: readonly number[]): number[] {
  const table = [0];
  let length = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    while (length > 0 && pattern[at] !== pattern[length]) length = table[length - 1] ?? 0;
    if (pattern[at] === pattern[length]) length += 1;
    table.push(length);
  }
  return table;
}
