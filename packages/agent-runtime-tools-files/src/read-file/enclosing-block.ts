/** Lines `[start, end)`. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The block that a line belongs to, judged by indentation: the line that opens it, what is indented below, the line
 * that closes it, and the comments and decorators on top. For a line that opens or closes a block it is that block;
 * for a line in no block it is everything.
 */
export function enclosingBlock(lines: readonly string[], anchor: number): LineSpan {
  const at = nearestText(lines, anchor);
  if (at === undefined) return { start: 0, end: lines.length };
  const header = headerOf(lines, at);
  if (header === undefined) return { start: 0, end: lines.length };
  return { start: withLead(lines, header), end: endOf(lines, header) };
}

/** A blank line belongs to what comes next. */
function nearestText(lines: readonly string[], anchor: number): number | undefined {
  return next(lines, anchor) ?? previous(lines, anchor);
}

function headerOf(lines: readonly string[], at: number): number | undefined {
  const level = indentOf(lines, at);
  if (opens(lines, at)) return firstOf(lines, at);
  if (continues(lines, at)) return firstOf(lines, at);
  for (let above = previous(lines, at - 1); above !== undefined; above = previous(lines, above - 1))
    if (indentOf(lines, above) < level) return firstOf(lines, above);
  return undefined;
}

/** From `} else {`, `) {` or a lone `{` up to the line that began it all. */
function firstOf(lines: readonly string[], at: number): number {
  const level = indentOf(lines, at);
  let first = at;
  while (continues(lines, first) || isLoneBrace(lines, first)) {
    let above = previous(lines, first - 1);
    while (above !== undefined && indentOf(lines, above) > level) above = previous(lines, above - 1);
    if (above === undefined || indentOf(lines, above) < level) return first;
    first = above;
  }
  return first;
}

function endOf(lines: readonly string[], header: number): number {
  const level = indentOf(lines, header);
  let last = header;
  for (let below = next(lines, header + 1); below !== undefined; below = next(lines, below + 1)) {
    const isInside = indentOf(lines, below) > level;
    const isPart =
      indentOf(lines, below) === level && (continues(lines, below) || (last === header && isLoneBrace(lines, below)));
    if (!isInside && !isPart) break;
    last = below;
  }
  return last + 1;
}

/** Comments and decorators directly above. */
function withLead(lines: readonly string[], header: number): number {
  const level = indentOf(lines, header);
  let start = header;
  while (start > 0 && LEAD.test(lines[start - 1] ?? '') && indentOf(lines, start - 1) - level <= 1) start--;
  return start;
}

function opens(lines: readonly string[], at: number): boolean {
  const below = next(lines, at + 1);
  if (below === undefined) return false;
  return (
    indentOf(lines, below) > indentOf(lines, at) ||
    (isLoneBrace(lines, below) && indentOf(lines, below) === indentOf(lines, at))
  );
}

/** Belongs to a block that began above at the same indentation. */
function continues(lines: readonly string[], at: number): boolean {
  return CONTINUES.test(lines[at] ?? '');
}

function isLoneBrace(lines: readonly string[], at: number): boolean {
  return /^\s*\{\s*$/.test(lines[at] ?? '');
}

function indentOf(lines: readonly string[], at: number): number {
  let width = 0;
  for (const character of lines[at] ?? '') {
    if (character === ' ') width++;
    else if (character === '\t') width += TAB_WIDTH;
    else break;
  }
  return width;
}

function next(lines: readonly string[], from: number): number | undefined {
  for (let at = Math.max(0, from); at < lines.length; at++) if (isText(lines[at])) return at;
  return undefined;
}

function previous(lines: readonly string[], from: number): number | undefined {
  for (let at = Math.min(from, lines.length - 1); at >= 0; at--) if (isText(lines[at])) return at;
  return undefined;
}

function isText(line: string | undefined): boolean {
  return line !== undefined && line.trim() !== '';
}

const TAB_WIDTH = 4;
const CONTINUES = /^\s*(?:[)\]}]|<\/|(?:end|else|elif|elsif|elseif|except|finally|catch|rescue|ensure|fi|done|esac)\b)/;
const LEAD = /^\s*(?:@|\/\/|\/\*|\*|#(?!include|define|undef|if|else|elif|end|pragma)|--|\[[A-Z]|""")/;
