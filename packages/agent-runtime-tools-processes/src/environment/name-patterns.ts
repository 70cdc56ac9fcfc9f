/** Says whether a name is on a list whose entries may begin or end with `*`. */
export function createNameMatcher(patterns: readonly string[], ignoreCase: boolean): (name: string) => boolean {
  const fold = (name: string): string => (ignoreCase ? name.toUpperCase() : name);
  const exact = new Set<string>();
  const prefixes: string[] = [];
  const suffixes: string[] = [];
  for (const pattern of patterns.map(fold)) {
    if (pattern.endsWith('*')) prefixes.push(pattern.slice(0, -1));
    else if (pattern.startsWith('*')) suffixes.push(pattern.slice(1));
    else exact.add(pattern);
  }
  return (name) => {
    const folded = fold(name);
    return (
      exact.has(folded) ||
      prefixes.some((prefix) => folded.startsWith(prefix)) ||
      suffixes.some((suffix) => folded.endsWith(suffix))
    );
  };
}
