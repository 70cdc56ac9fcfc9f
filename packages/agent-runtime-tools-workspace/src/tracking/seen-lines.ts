/** Sorted, separate ranges of lines as [start, end, start, end, ...], from 0; [0, Infinity] is all lines. */
export type SeenLines = readonly number[];

export const ALL_LINES: SeenLines = [0, Infinity];
export const NO_LINES: SeenLines = [];

/** Adds a range. At most `MAX_RANGES` ranges are kept; a further one counts as not seen. */
export function addLines(seen: SeenLines, start: number, end: number): SeenLines {
  if (end <= start) return seen;
  if (start === 0 && end === Infinity) return ALL_LINES;
  const first = rangeAtOrAfter(seen, start);
  let last = first;
  let [from, to] = [start, end];
  for (; last < seen.length && (seen[last] ?? 0) <= end; last += 2) {
    from = Math.min(from, seen[last] ?? from);
    to = Math.max(to, seen[last + 1] ?? to);
  }
  if (last === first && seen.length >= MAX_RANGES * 2) return seen;
  return [...seen.slice(0, first), from, to, ...seen.slice(last)];
}

export function pairsOf(seen: SeenLines): [start: number, end: number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < seen.length; at += 2) pairs.push([seen[at] ?? 0, seen[at + 1] ?? 0]);
  return pairs;
}

/** The index of the first range that ends at `line` or later. */
function rangeAtOrAfter(seen: SeenLines, line: number): number {
  let [low, high] = [0, seen.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seen[middle * 2 + 1] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low * 2;
}

const MAX_RANGES = 128;
