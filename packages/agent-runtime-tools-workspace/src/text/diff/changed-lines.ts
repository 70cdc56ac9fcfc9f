import { diff } from 'fast-myers-diff';

/** Lines `[fromStart, fromEnd)` of the first text became lines `[toStart, toEnd)` of the second. */
export type LineChange = readonly [fromStart: number, fromEnd: number, toStart: number, toEnd: number];

/** The search for the shortest edit script ends after this many comparisons. */
const MAX_COMPARISONS = 4_000_000;

/**
 * The changes between two lists of lines, in order: the shortest edit script if it can be found within the limit, else one
 * change from the first to the last difference.
 */
export function changedLines(from: readonly string[], to: readonly string[]): LineChange[] {
  let start = 0;
  const shorter = Math.min(from.length, to.length);
  while (start < shorter && from[start] === to[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1;
  const fromEnd = from.length - tail;
  const toEnd = to.length - tail;
  if (start === fromEnd && start === toEnd) return [];
  if (start === fromEnd || start === toEnd) return [[start, fromEnd, start, toEnd]];
  return betweenEnds(from, to, { start, fromEnd, toEnd }) ?? [[start, fromEnd, start, toEnd]];
}

interface Middle {
  readonly start: number;
  readonly fromEnd: number;
  readonly toEnd: number;
}

/** Undefined if the search took too long. Lines that only one side has cannot match, so they are left out of the search. */
function betweenEnds(
  from: readonly string[],
  to: readonly string[],
  { start, fromEnd, toEnd }: Middle,
): LineChange[] | undefined {
  const numbers = new Map<string, number>();
  for (let index = start; index < fromEnd; index += 1) {
    const line = from[index] ?? '';
    if (!numbers.has(line)) numbers.set(line, numbers.size);
  }
  const shared = new Set<string>();
  for (let index = start; index < toEnd; index += 1) if (numbers.has(to[index] ?? '')) shared.add(to[index] ?? '');
  const left = sharedLines(from, [start, fromEnd], { shared, numbers });
  const right = sharedLines(to, [start, toEnd], { shared, numbers });

  let comparisons = 0;
  const equal = (i: number, j: number): boolean => {
    comparisons += 1;
    if (comparisons > MAX_COMPARISONS) throw TOO_LONG;
    return left.numbers[i] === right.numbers[j];
  };
  const pairs: [number, number][] = [];
  try {
    let i = 0;
    let j = 0;
    for (const [leftStart, leftEnd, rightStart, rightEnd] of diff(left.numbers, right.numbers, equal)) {
      for (; i < leftStart && j < rightStart; i += 1, j += 1) pairs.push([left.at[i] ?? 0, right.at[j] ?? 0]);
      i = leftEnd;
      j = rightEnd;
    }
    for (; i < left.at.length && j < right.at.length; i += 1, j += 1) pairs.push([left.at[i] ?? 0, right.at[j] ?? 0]);
  } catch (error) {
    if (error === TOO_LONG) return undefined;
    throw error;
  }
  return gapsBetween(pairs, { start, fromEnd, toEnd });
}

const TOO_LONG = new Error('The search for the shortest script became too long.');

interface SharedLines {
  /** Equal numbers for equal lines. */
  readonly numbers: number[];
  /** The index of each line. */
  readonly at: number[];
}

function sharedLines(
  lines: readonly string[],
  [start, end]: readonly [number, number],
  { shared, numbers }: { shared: ReadonlySet<string>; numbers: ReadonlyMap<string, number> },
): SharedLines {
  const result: SharedLines = { numbers: [], at: [] };
  for (let index = start; index < end; index += 1) {
    const line = lines[index] ?? '';
    if (!shared.has(line)) continue;
    result.numbers.push(numbers.get(line) ?? -1);
    result.at.push(index);
  }
  return result;
}

function gapsBetween(pairs: readonly (readonly [number, number])[], { start, fromEnd, toEnd }: Middle): LineChange[] {
  const changes: LineChange[] = [];
  let from = start;
  let to = start;
  for (const [nextFrom, nextTo] of [...pairs, [fromEnd, toEnd] as const]) {
    if (nextFrom > from || nextTo > to) changes.push([from, nextFrom, to, nextTo]);
    from = nextFrom + 1;
    to = nextTo + 1;
  }
  return changes;
}
