/** Says whether a name is on a list whose entries may end in `*`. */
export function namePatterns(patterns: readonly string[], ignoreCase: boolean): (name: string) => boolean {
  const fold = (name: string): string => (ignoreCase ? name.toUpperCase() : name);
  const exact = new Set<string>();
  const prefixes: string[] = [];
  for (const pattern of patterns) {
    if (pattern.endsWith('*')) prefixes.push(fold(pattern.slice(0, -1)));
    else exact.add(fold(pattern));
  }
  return (name) => exact.has(fold(name)) || prefixes.some((prefix) => fold(name).startsWith(prefix));
}
