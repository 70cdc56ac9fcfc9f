import { distance } from 'fastest-levenshtein';
import type { FileText } from '../file-text.ts';
import { normaliseLine } from '../normalise-line.ts';
import type { Place } from '../place.ts';

export interface ClosestPlace {
  /** 0-based. */
  readonly start: number;
  readonly similarity: number;
  /** `-` for the requested lines, `+` for the file's lines. */
  readonly diff: string;
}

/** The place that has most of the lines, or a line similar to the longest one. Reported after a failure, never edited. */
export function findClosestPlace(file: FileText, before: readonly string[]): ClosestPlace | undefined {
  const wanted = before.map((line) => normaliseLine(line).trimStart());
  if (file.lineCount === 0 || wanted.every((line) => line === '')) return undefined;
  const starts = [...startsByEqualLines(file, wanted), ...startsBySimilarLine(file, wanted)];
  let best: { start: number; similarity: number } | undefined;
  for (const start of new Set(starts)) {
    const similarity = similarityAt(file, start, wanted);
    if (!best || similarity > best.similarity) best = { start, similarity };
  }
  if (!best || best.similarity < MIN_SIMILARITY) return undefined;
  return { ...best, diff: shortDiff(file, best.start, before) };
}

/** The similarity between a hunk's old lines and the lines of its place, 0 to 1. */
export function matchSimilarity(file: FileText, { start, how, lines, givenBefore = lines.before }: Place): number {
  return how === 'exact' ? 1 : meanSimilarity(givenBefore, (index) => file.lines[start + index]);
}

const MIN_SIMILARITY = 0.3;

function similarityAt(file: FileText, start: number, wanted: readonly string[]): number {
  return meanSimilarity(wanted, (index) => file.unindented[start + index]);
}

function meanSimilarity(wanted: readonly string[], foundAt: (index: number) => string | undefined): number {
  let sum = 0;
  let weight = 0;
  for (const [index, line] of wanted.slice(0, MAX_LINES).entries()) {
    const found = foundAt(index);
    const counts = Math.max(line.length, found?.length ?? 0, 1);
    weight += counts;
    if (found !== undefined) sum += counts * lineSimilarity(line, found);
  }
  return weight === 0 ? 0 : sum / weight;
}

const MAX_LINES = 40;
const MAX_STARTS = 6;
const MAX_VOTES = 50_000;

/** The starts at which most lines match. */
function startsByEqualLines(file: FileText, wanted: readonly string[]): number[] {
  const positions = new Map<string, number[]>();
  for (const [index, line] of wanted.entries()) {
    if (line.length < 3) continue;
    const known = positions.get(line);
    if (known) known.push(index);
    else positions.set(line, [index]);
  }
  const votes = new Map<number, number>();
  let counted = 0;
  for (let at = 0; at < file.lineCount && counted < MAX_VOTES; at += 1) {
    const line = file.unindented[at] ?? '';
    for (const index of positions.get(line) ?? []) {
      counted += 1;
      if (at >= index) votes.set(at - index, (votes.get(at - index) ?? 0) + line.length);
    }
  }
  return [...votes]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_STARTS)
    .map(([start]) => start);
}

const MAX_COMPARED = 300;
const MAX_WORDS = 4;

/** The starts at which a line similar to the longest one is in its position. */
function startsBySimilarLine(file: FileText, wanted: readonly string[]): number[] {
  const index = wanted.reduce((longest, line, at) => (line.length > (wanted[longest]?.length ?? 0) ? at : longest), 0);
  const line = truncate(wanted[index] ?? '');
  const words = [...new Set(line.match(/\w{3,}/g))].sort((one, other) => other.length - one.length).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const shared: { start: number; count: number }[] = [];
  for (let at = index; at < file.lineCount; at += 1) {
    const other = file.unindented[at] ?? '';
    if (other.length * 2 < line.length || other.length > line.length * 2) continue;
    let count = 0;
    for (const word of words) if (other.includes(word)) count += 1;
    if (count * 2 >= words.length) shared.push({ start: at - index, count });
    if (shared.length >= MAX_COMPARED) break;
  }
  return shared
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_STARTS)
    .map(({ start }) => start);
}

const MAX_WIDTH = 200;

function truncate(line: string): string {
  return line.length > MAX_WIDTH ? line.slice(0, MAX_WIDTH) : line;
}

/** The similarity of two lines, 0 to 1. */
export function lineSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  const [left, right] = [truncate(one), truncate(other)];
  const length = Math.max(left.length, right.length, 1);
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head += 1;
  // Lines that differ only after the truncated part are similar, not equal.
  return Math.min(0.99, 1 - distance(left.slice(head), right.slice(head)) / length);
}

const DIFF_LINES = 12;
const DIFF_WIDTH = 120;

function shortDiff(file: FileText, start: number, before: readonly string[]): string {
  const rows: string[] = [];
  for (const [index, given] of before.entries()) {
    const found = file.lines[start + index];
    if (found === given) rows.push(diffRow(' ', given));
    else rows.push(diffRow('-', given), ...(found === undefined ? [] : [diffRow('+', found)]));
  }
  const first = Math.max(0, rows.findIndex((each) => !each.startsWith(' ')) - 2);
  const shown = rows.slice(first, first + DIFF_LINES);
  if (first + DIFF_LINES < rows.length) shown.push('…');
  return shown.join('\n');
}

function diffRow(sign: string, line: string): string {
  return `${sign}${line.length > DIFF_WIDTH ? `${line.slice(0, DIFF_WIDTH)}…` : line}`;
}
