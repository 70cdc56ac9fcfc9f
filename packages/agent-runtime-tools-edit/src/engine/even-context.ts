/**
 * The lines that stay if there are as many of them before the change as after it, which is how changes are quoted, and
 * none in between; undefined where that is not so, or so in more than one way.
 */
export function evenContext(from: readonly string[], to: readonly string[]): [number, number][] | undefined {
  const most = Math.min(from.length, to.length) >> 1;
  let found: number | undefined;
  for (let context = 0; context <= most; context += 1) {
    if (context > 0) {
      if (from[context - 1] !== to[context - 1]) break;
      if (from[from.length - context] !== to[to.length - context]) break;
    }
    if (!isWhollyChanged(inner(from, context), inner(to, context))) continue;
    if (found !== undefined) return undefined;
    found = context;
  }
  if (found === undefined || found === 0 || isAmid(from, to, found)) return undefined;
  const pairs: [number, number][] = [];
  for (let at = 0; at < found; at += 1) pairs.push([at, at]);
  for (let at = found; at > 0; at -= 1) pairs.push([from.length - at, to.length - at]);
  return pairs;
}

/** A line of the context is also among the new ones, and not only where the change could as well begin or end: it may stay there. */
function isAmid(from: readonly string[], to: readonly string[], context: number): boolean {
  let fresh = inner(to, context);
  for (let at = context; at > 0 && fresh.length > 0 && fresh.at(-1) === to[at - 1]; at -= 1) fresh = fresh.slice(0, -1);
  for (let at = to.length - context; fresh.length > 0 && fresh[0] === to[at]; at += 1) fresh = fresh.slice(1);
  const old = new Set(from);
  return fresh.some((line) => old.has(line));
}

function inner(lines: readonly string[], context: number): readonly string[] {
  return lines.slice(context, lines.length - context);
}

function isWhollyChanged(from: readonly string[], to: readonly string[]): boolean {
  const old = new Set(from);
  return to.every((line) => !old.has(line));
}
