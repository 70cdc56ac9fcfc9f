/**
 * Whether different ways of comparing the two lists disagree about one of the lines `of` the second list: one pairs it
 * with a line of the first list, another pairs it with a different line or with none. They agree where all longest common
 * subsequences agree, but not about moved lines, and some skip frequent lines (an empty line, a bracket) among changes.
 */
export function hasAmbiguousLine(
  from: readonly string[],
  to: readonly string[],
  { of, isRare }: { of: readonly number[]; isRare: (index: number) => boolean },
): boolean {
  if (from.length * to.length > MAX_COMPARISONS) return true;
  const all = findPartners(from, to);
  const anchors = findAnchors(from, to, isRare);
  return of.some((j) => {
    const partner = all[j];
    if (partner === 'ambiguous') return true;
    const anchor = anchors.get(j);
    if (anchor !== undefined && anchor !== partner) return true;
    return partner !== undefined && !isRare(partner) && !isPinned(partner, j);
  });

  /** Whether the pair is connected, without a gap, to the start or end of both lists or to a unique rare line. */
  function isPinned(i: number, j: number): boolean {
    return isPinnedFrom(i, j, -1) || isPinnedFrom(i, j, 1);
  }

  function isPinnedFrom(i: number, j: number, step: number): boolean {
    let [at, other] = [i, j];
    for (; at >= 0 && at < from.length && all[other] === at; [at, other] = [at + step, other + step])
      if (anchors.has(other)) return anchors.get(other) === at;
    return (at < 0 && other < 0) || (at >= from.length && other >= to.length);
  }
}

/** Above this many comparisons every line counts as ambiguous. */
const MAX_COMPARISONS = 500_000;

/** The index of the paired line in the first list; undefined for a new line. */
type Partner = number | 'ambiguous' | undefined;

/** Rare lines that occur once in each list, by their position in the second; `ambiguous` where their order differs. */
function findAnchors(
  from: readonly string[],
  to: readonly string[],
  isRare: (index: number) => boolean,
): Map<number, Partner> {
  const [mine, others] = [positionsOfUniqueLines(from), positionsOfUniqueLines(to)];
  const pairs = [...mine].flatMap(([line, i]) => {
    const j = others.get(line);
    return j !== undefined && isRare(i) ? [{ i, j }] : [];
  });
  const anchors = new Map<number, Partner>();
  let behind = -1;
  for (const { i, j } of pairs) {
    anchors.set(j, j > behind ? i : 'ambiguous');
    behind = Math.max(behind, j);
  }
  let ahead = Number.POSITIVE_INFINITY;
  for (const { j } of pairs.toReversed()) {
    if (j > ahead) anchors.set(j, 'ambiguous');
    ahead = Math.min(ahead, j);
  }
  return anchors;
}

/** The partner of each line of the second list in all longest common subsequences, or `ambiguous` if they differ. */
function findPartners(from: readonly string[], to: readonly string[]): Partner[] {
  const [rows, columns] = [from.length, to.length];
  const width = columns + 1;
  const [ahead, behind] = [commonLengths(from, to), commonLengths(from.toReversed(), to.toReversed())];
  /** The common length before row `i` and column `j`, and from there on. */
  const until = (i: number, j: number): number => behind[(rows - i) * width + (columns - j)] ?? 0;
  const since = (i: number, j: number): number => ahead[i * width + j] ?? 0;
  const longest = since(0, 0);
  return to.map((line, j) => {
    let partner: Partner;
    let isNew = false;
    for (let i = 0; i <= rows; i += 1) {
      if (until(i, j) + since(i, j + 1) === longest) isNew = true;
      if (i === rows || from[i] !== line || until(i, j) + 1 + since(i + 1, j + 1) !== longest) continue;
      if (partner !== undefined) return 'ambiguous';
      partner = i;
    }
    return isNew && partner !== undefined ? 'ambiguous' : partner;
  });
}

/** For each row and column, the length of a longest common subsequence of the rest of both lists. */
function commonLengths(from: readonly string[], to: readonly string[]): Uint16Array {
  const [rows, columns] = [from.length, to.length];
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    for (let j = columns - 1, cell = i * width + j; j >= 0; j -= 1, cell -= 1) {
      const [down, across] = [lengths[cell + width] ?? 0, lengths[cell + 1] ?? 0];
      if (from[i] === to[j]) lengths[cell] = (lengths[cell + width + 1] ?? 0) + 1;
      else lengths[cell] = down > across ? down : across;
    }
  }
  return lengths;
}

/** The positions of the lines that occur once, in their order. */
function positionsOfUniqueLines(lines: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  const again = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (positions.has(line)) again.add(line);
    positions.set(line, at);
  }
  for (const line of again) positions.delete(line);
  return positions;
}
