import type { FileText } from '../file-text.ts';

/**
 * At `start` all lines match except for their indentation. Finds another place where at least half of them match
 * exactly: that one may be meant, changed since the request was written. Which of the two is meant is not certain.
 */
export function findPartialMatch(file: FileText, before: readonly string[], start: number): number | undefined {
  const wanted = new Map<string, number[]>();
  let distinctive = 0;
  for (const [index, line] of before.slice(0, MAX_LINES).entries()) {
    if (line.trim().length < MIN_LINE_LENGTH) continue;
    distinctive += 1;
    wanted.set(line, [...(wanted.get(line) ?? []), index]);
  }
  if (distinctive < MIN_LINES) return undefined;
  const votes = new Map<number, number>();
  for (let at = 0; at < file.lineCount; at += 1) {
    for (const index of wanted.get(file.lines[at] ?? '') ?? []) {
      const place = at - index;
      const count = (votes.get(place) ?? 0) + 1;
      if (count * 2 >= distinctive && place !== start) return Math.max(0, place);
      votes.set(place, count);
    }
  }
  return undefined;
}

const MIN_LINE_LENGTH = 3;
const MIN_LINES = 3;
const MAX_LINES = 100;
