/** The line `@@ -12,3 +12,4 @@ heading` of a unified diff. */
export interface HunkRange {
  /** The 1-based line where the old text begins; undefined if the range does not name one. */
  readonly line: number | undefined;
  readonly before: number;
  readonly after: number;
  readonly heading: string;
}

/** Parses a range; undefined if the line has no numbers. */
export function parseRange(line: string): HunkRange | undefined {
  const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line);
  if (!match) return undefined;
  const [, start = '0', before = '1', , after = '1', heading = ''] = match;
  // An empty range names the line before it.
  const first = Number(start) + (before === '0' ? 1 : 0);
  return { line: first > 0 ? first : undefined, before: Number(before), after: Number(after), heading };
}
