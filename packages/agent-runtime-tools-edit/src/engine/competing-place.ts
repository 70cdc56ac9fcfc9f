import type { FileText } from './file-text.ts';

/**
 * Another place where at least half of the lines stand in the very indentation that was given, while `start` is one
 * where all do but for their indentation: which of the two is meant is open. Most likely the first, and it has changed.
 */
export function competingPlace(file: FileText, before: readonly string[], start: number): number | undefined {
  const wanted = new Map<string, number[]>();
  let telling = 0;
  for (const [index, line] of before.slice(0, MAX_LINES).entries()) {
    if (line.trim().length < MIN_TELLING) continue;
    telling += 1;
    wanted.set(line, [...(wanted.get(line) ?? []), index]);
  }
  if (telling < MIN_LINES) return undefined;
  const votes = new Map<number, number>();
  for (let at = 0; at < file.count; at += 1) {
    for (const index of wanted.get(file.lines[at] ?? '') ?? []) {
      const place = at - index;
      const count = (votes.get(place) ?? 0) + 1;
      if (count * 2 >= telling && place !== start) return Math.max(0, place);
      votes.set(place, count);
    }
  }
  return undefined;
}

const MIN_TELLING = 3;
const MIN_LINES = 3;
const MAX_LINES = 100;
