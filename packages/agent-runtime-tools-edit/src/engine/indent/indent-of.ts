/** The leading tabs and spaces of a line. */
export function indentOf(line: string): string {
  return /^[\t \u00a0]*/.exec(line)?.[0] ?? '';
}
