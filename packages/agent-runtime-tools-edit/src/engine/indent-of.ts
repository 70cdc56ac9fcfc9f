/** The blanks that a line begins with. */
export function indentOf(line: string): string {
  return /^[\t \u00a0]*/.exec(line)?.[0] ?? '';
}
