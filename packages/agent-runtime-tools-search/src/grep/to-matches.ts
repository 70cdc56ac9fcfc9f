import { MAX_CHARS, type FoundFile, type FoundLine } from '../collect/findings.ts';
import type { GrepMatch } from './grep-schema.ts';

export interface MatchOptions {
  readonly limit: number;
  readonly before: number;
  readonly after: number;
  readonly display: (path: string) => string;
}

/** The matches in order, each with its context lines, up to the limit and the maximum size of a result. */
export function toMatches(files: readonly FoundFile[], options: MatchOptions): GrepMatch[] {
  const matches: GrepMatch[] = [];
  let chars = 0;
  for (const { path, lines } of files) {
    const file = options.display(path);
    for (const [index, found] of lines.entries()) {
      if (!found.isMatch) continue;
      const before = contextLines(lines, index, -1, options.before);
      const after = contextLines(lines, index, 1, options.after);
      chars += found.text.length;
      for (const text of before) chars += text.length;
      for (const text of after) chars += text.length;
      if (matches.length === options.limit || (chars > MAX_CHARS && matches.length > 0)) return matches;
      const { line, column, text: content } = found;
      matches.push({ file, line, column, content, before, after, ...(found.cut && { cut: true }) });
    }
  }
  return matches;
}

/** The lines before or after a match up to the first gap. They may be matches themselves. */
function contextLines(lines: readonly FoundLine[], index: number, step: 1 | -1, most: number): string[] {
  const texts: string[] = [];
  for (let at = index; texts.length < most; at += step) {
    const [here, next] = [lines[at], lines[at + step]];
    if (here === undefined || next === undefined) break;
    const isAdjacent = step === 1 ? next.line === lineAfter(here) : lineAfter(next) === here.line;
    if (!isAdjacent) break;
    const parts = next.text.split('\n');
    if (step === -1) parts.reverse();
    texts.push(...parts.slice(0, most - texts.length));
  }
  return step === 1 ? texts : texts.reverse();
}

/** The number of the line after a line or block that was found. */
function lineAfter({ line, text }: FoundLine): number {
  return line + text.split('\n').length;
}
