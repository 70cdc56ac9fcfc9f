/** The positions of each line of a list. Undefined for the first few searches of a list, when building the index does not pay. */
export function lineIndex(lines: readonly string[]): ReadonlyMap<string, readonly number[]> | undefined {
  const known = indexes.get(lines) ?? { searches: 0, positions: undefined };
  indexes.set(lines, known);
  known.searches += 1;
  if (known.searches > MIN_SEARCHES) known.positions ??= positionsOf(lines);
  return known.positions;
}

const MIN_SEARCHES = 6;

interface Index {
  searches: number;
  positions: ReadonlyMap<string, readonly number[]> | undefined;
}

const indexes = new WeakMap<readonly string[], Index>();

function positionsOf(lines: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const known = positions.get(line);
    if (known) known.push(at);
    else positions.set(line, [at]);
  }
  return positions;
}
