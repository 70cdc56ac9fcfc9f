/**
 * The kept lines, assuming that a change is quoted with equally many context lines above and below it and none in between.
 * Undefined if that does not fit, or fits in more than one way.
 *
 *     old: a b x c d    new: a b y c d    kept: a b, c d
 */
export function symmetricContext(from: readonly string[], to: readonly string[]): [number, number][] | undefined {
  const most = Math.min(from.length, to.length) >> 1;
  let found: number | undefined;
  for (let context = 0; context <= most; context += 1) {
    if (context > 0) {
      if (from[context - 1] !== to[context - 1]) break;
      if (from[from.length - context] !== to[to.length - context]) break;
    }
    if (!hasNoCommonLine(inner(from, context), inner(to, context))) continue;
    if (found !== undefined) return undefined;
    found = context;
  }
  if (found === undefined || found === 0 || isContextAmongNewLines(from, to, found)) return undefined;
  const pairs: [number, number][] = [];
  for (let at = 0; at < found; at += 1) pairs.push([at, at]);
  for (let at = found; at > 0; at -= 1) pairs.push([from.length - at, to.length - at]);
  return pairs;
}

/** Whether an old line is also among the new lines, other than next to the context where it may belong to it: it may be kept there. */
function isContextAmongNewLines(from: readonly string[], to: readonly string[], context: number): boolean {
  let newLines = inner(to, context);
  for (let at = context; at > 0 && newLines.length > 0 && newLines.at(-1) === to[at - 1]; at -= 1)
    newLines = newLines.slice(0, -1);
  for (let at = to.length - context; newLines.length > 0 && newLines[0] === to[at]; at += 1)
    newLines = newLines.slice(1);
  const old = new Set(from);
  return newLines.some((line) => old.has(line));
}

function inner(lines: readonly string[], context: number): readonly string[] {
  return lines.slice(context, lines.length - context);
}

function hasNoCommonLine(from: readonly string[], to: readonly string[]): boolean {
  const old = new Set(from);
  return to.every((line) => !old.has(line));
}
