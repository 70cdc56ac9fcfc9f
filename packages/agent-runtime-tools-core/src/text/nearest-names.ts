/** The names that are most similar to a mistyped one, best first; empty if none is similar. */
export function nearestNames(name: string, names: Iterable<string>, most = 3): string[] {
  const wanted = name.slice(0, MAX_LENGTH).toLowerCase();
  const scored: { name: string; distance: number }[] = [];
  for (const candidate of names) {
    const known = candidate.toLowerCase();
    const contained = wanted.length >= 3 && (known.includes(wanted) || wanted.includes(known));
    const distance = contained ? 1 : editDistance(wanted, known);
    if (distance <= Math.max(1, Math.floor(Math.min(wanted.length, known.length) * 0.4)))
      scored.push({ name: candidate, distance });
  }
  return scored
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map((entry) => entry.name);
}

const MAX_LENGTH = 64;

/** Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions, adjacent swaps. */
function editDistance(a: string, b: string): number {
  const table = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => table[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    table.push(current);
    for (let column = 1; column <= b.length; column++) {
      const substitution = at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          substitution,
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          swapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
