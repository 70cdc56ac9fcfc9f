/** Whether a tool's name fits one of the patterns: `*`, `prefix*` or the name itself. */
export function matchesPattern(toolName: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    if (pattern === '*') return true;
    return pattern.endsWith('*') ? toolName.startsWith(pattern.slice(0, -1)) : toolName === pattern;
  });
}
