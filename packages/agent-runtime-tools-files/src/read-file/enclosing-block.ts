/** Lines `[start, end)`. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The block that a line belongs to, by indentation: the line that opens it, the indented lines below, the line that closes
 * it, and comments and decorators above it. A line that opens or closes a block belongs to that block. For a line outside
 * of all blocks it is the whole file.
 *
 *     0  // Adds.              anchor 2 gives lines 0 to 3
 *     1  function add(a, b) {
 *     2    return a + b;
 *     3  }
 */
export function enclosingBlock(lines: readonly string[], anchor: number): LineSpan {
  const at = nearestText(lines, anchor);
  if (at === undefined) return { start: 0, end: lines.length };
  const header = headerOf(lines, at);
  if (header === undefined) return { start: 0, end: lines.length };
  return { start: withLeadingComments(lines, header), end: endOf(lines, header) };
}

/** A blank line belongs to the next line with text. */
function nearestText(lines: readonly string[], anchor: number): number | undefined {
  return next(lines, anchor) ?? previous(lines, anchor);
}

function headerOf(lines: readonly string[], at: number): number | undefined {
  const level = indentOf(lines, at);
  if (opens(lines, at)) return firstOfChain(lines, at);
  if (continues(lines, at)) return firstOfChain(lines, at);
  for (let above = previous(lines, at - 1); above !== undefined; above = previous(lines, above - 1))
    if (indentOf(lines, above) < level) return firstOfChain(lines, above);
  return undefined;
}

/** From `} else {`, `) {` or a lone `{` up to the line that opened the first block of the chain. */
function firstOfChain(lines: readonly string[], at: number): number {
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

/** The first of the comments and decorators directly above a line. */
function withLeadingComments(lines: readonly string[], header: number): number {
  const level = indentOf(lines, header);
  let start = header;
  while (start > 0 && LEADING_COMMENT.test(lines[start - 1] ?? '') && indentOf(lines, start - 1) - level <= 1) start--;
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

/** Whether a line continues a block that began above at the same indentation. */
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
const LEADING_COMMENT = /^\s*(?:@|\/\/|\/\*|\*|#(?!include|define|undef|if|else|elif|end|pragma)|--|\[[A-Z]|""")/;
