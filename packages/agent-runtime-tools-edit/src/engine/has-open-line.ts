/**
 * Whether one of the lines `of` the second list may be one that stays in one comparison of the two lists and a new one,
 * or another that stays, in another. Comparisons agree on what all longest common subsequences have, but not on what
 * was moved, and some overlook lines amid changes that are frequent: an empty line, a bracket.
 */
export function hasOpenLine(
  from: readonly string[],
  to: readonly string[],
  { of, isRare }: { of: readonly number[]; isRare: (index: number) => boolean },
): boolean {
  if (from.length * to.length > MAX_COMPARISONS) return true;
  const all = partnersOf(from, to);
  const anchors = anchorsOf(from, to, isRare);
  return of.some((j) => {
    const partner = all[j];
    if (partner === 'open') return true;
    const anchor = anchors.get(j);
    if (anchor !== undefined && anchor !== partner) return true;
    return partner !== undefined && !isRare(partner) && !isHeld(partner, j);
  });

  /** By the beginning or the end of both lists, or by a line that tells, without a gap between. */
  function isHeld(i: number, j: number): boolean {
    return isHeldFrom(i, j, -1) || isHeldFrom(i, j, 1);
  }

  function isHeldFrom(i: number, j: number, step: number): boolean {
    let [at, other] = [i, j];
    for (; at >= 0 && at < from.length && all[other] === at; [at, other] = [at + step, other + step])
      if (anchors.has(other)) return anchors.get(other) === at;
    return (at < 0 && other < 0) || (at >= from.length && other >= to.length);
  }
}

/** Beyond this many everything is open. */
const MAX_COMPARISONS = 500_000;

/** The line that stays, undefined for a new one, or `open`. */
type Partner = number | 'open' | undefined;

/** Rare lines that are in both lists once, by their position in the second; `open` where others have changed places with them. */
function anchorsOf(
  from: readonly string[],
  to: readonly string[],
  isRare: (index: number) => boolean,
): Map<number, Partner> {
  const [mine, others] = [positionsOfOnce(from), positionsOfOnce(to)];
  const pairs = [...mine].flatMap(([line, i]) => {
    const j = others.get(line);
    return j !== undefined && isRare(i) ? [{ i, j }] : [];
  });
  const anchors = new Map<number, Partner>();
  let behind = -1;
  for (const { i, j } of pairs) {
    anchors.set(j, j > behind ? i : 'open');
    behind = Math.max(behind, j);
  }
  let ahead = Number.POSITIVE_INFINITY;
  for (const { j } of pairs.toReversed()) {
    if (j > ahead) anchors.set(j, 'open');
    ahead = Math.min(ahead, j);
  }
  return anchors;
}

/** For each line of the second list what it is in all longest common subsequences, if that is the same. */
function partnersOf(from: readonly string[], to: readonly string[]): Partner[] {
  const [rows, columns] = [from.length, to.length];
  const width = columns + 1;
  const [ahead, behind] = [commonLengths(from, to), commonLengths(from.toReversed(), to.toReversed())];
  /** Of what is before row `i` and column `j`, and of what is from there on. */
  const until = (i: number, j: number): number => behind[(rows - i) * width + (columns - j)] ?? 0;
  const since = (i: number, j: number): number => ahead[i * width + j] ?? 0;
  const longest = since(0, 0);
  return to.map((line, j) => {
    let partner: Partner;
    let isNew = false;
    for (let i = 0; i <= rows; i += 1) {
      if (until(i, j) + since(i, j + 1) === longest) isNew = true;
      if (i === rows || from[i] !== line || until(i, j) + 1 + since(i + 1, j + 1) !== longest) continue;
      if (partner !== undefined) return 'open';
      partner = i;
    }
    return isNew && partner !== undefined ? 'open' : partner;
  });
}

/** For each row and column, how many lines the rest of both lists has in common at most. */
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

/** Where the lines are that a list has once, in their order. */
function positionsOfOnce(lines: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  const again = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (positions.has(line)) again.add(line);
    positions.set(line, at);
  }
  for (const line of again) positions.delete(line);
  return positions;
}
