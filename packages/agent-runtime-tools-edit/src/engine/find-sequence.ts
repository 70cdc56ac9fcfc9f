/** Where `wanted` stands in `lines[0, end)`, overlaps included. Linear in the sum of their lengths, whatever repeats. */
export function findSequence(
  lines: readonly string[],
  wanted: readonly string[],
  { end = lines.length, limit = MAX_PLACES }: { end?: number; limit?: number } = {},
): number[] {
  const length = wanted.length;
  if (length === 0 || length > end) return [];
  // Most lists are not there at all, and the longest line tells soonest.
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

/** Beyond this many places nothing is gained by knowing more of them. */
export const MAX_PLACES = 2000;

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
