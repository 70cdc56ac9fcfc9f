/** The names closest to a mistyped one, best first; none when nothing is close. */
export function nearestNames(name: string, names: Iterable<string>, most = 3): string[] {
  const wanted = name.slice(0, MAX_LENGTH).toLowerCase();
  const scored: { name: string; distance: number }[] = [];
  for (const candidate of names) {
    const known = candidate.toLowerCase();
    const contained = wanted.length >= 3 && (known.includes(wanted) || wanted.includes(known));
    const distance = contained ? 1 : editDistance(wanted, known);
    if (distance <= Math.max(1, Math.floor(Math.min(wanted.length, known.length) * 0.4))) scored.push({ name: candidate, distance });
  }
  return scored
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map((entry) => entry.name);
}

const MAX_LENGTH = 64;

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
