import { expandReplacement } from './expand-replacement.ts';
import type { Replacements } from './pattern-job.ts';

export interface ReplaceAllOptions {
  /** Whether `$&` and `$1` are expanded. Otherwise they are plain text. */
  readonly references: boolean;
  /** The function returns undefined if the result would be longer. */
  readonly maxChars: number;
}

/** Replaces every match, except an empty one after the final newline, where there is no line. */
export function replaceAll(
  text: string,
  pattern: RegExp,
  replacement: string,
  { references, maxChars }: ReplaceAllOptions,
): Replacements | undefined {
  const parts: string[] = [];
  const lines: number[] = [];
  let line = 1;
  let chars = 0;
  let end = 0;
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '' && match.index === text.length && /[\r\n]$/.test(text)) continue;
    const fresh = references ? expandReplacement(replacement, match) : replacement;
    const kept = text.slice(end, match.index);
    parts.push(kept, fresh);
    chars += kept.length + fresh.length;
    if (chars > maxChars) return undefined;
    end = match.index + match[0].length;
    if (count++ >= MAX_LINES) continue;
    line += countLineBreaks(kept);
    lines.push(line);
    line += countLineBreaks(match[0]);
  }
  if (chars + text.length - end > maxChars) return undefined;
  return { text: parts.join('') + text.slice(end), count, lines };
}

const MAX_LINES = 100;

function countLineBreaks(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/\r\n|\r|\n/g)) count++;
  return count;
}
