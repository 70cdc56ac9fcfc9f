import { lineSimilarity } from './find-closest-place.ts';
import type { FileText } from '../file-text.ts';
import { findLineSequence } from './find-line-sequence.ts';
import type { HunkLines } from '../hunk-lines.ts';
import { isMisspelling } from './is-misspelling.ts';
import { normaliseLine } from '../normalise-line.ts';
import type { Place } from '../place.ts';

/**
 * The only place where all lines match exactly but one, which the hunk does not change. The file keeps its own version of
 * that stale line:
 *
 *     file              hunk              result
 *     load(all);        ` load();`        load(all);
 *     check();          `-check();`       verify();
 *     save();           `+verify();`      save();
 *                       ` save();`
 *
 * The same holds for a misspelled line that the hunk corrects to exactly what the file has. Undefined if a second place
 * matches as well, if the stale line may be what distinguishes this place from a similar one, or if the hunk has too few
 * other lines to be certain.
 */
export function findWithStaleLine(file: FileText, lines: HunkLines): Place | undefined {
  if (!isWithinBudget(file)) return undefined;
  const near = findNearMatches(file, lines.before);
  const [only] = near;
  if (only === undefined || near.length > 1) return undefined;
  const { start, stale } = only;
  const found = file.lines[start + stale] ?? '';
  const newLines = withFileLine(lines, stale, found);
  if (newLines === undefined || isPatchMarker(lines.before[stale] ?? '')) return undefined;
  if (isAlreadyAdded(file, newLines) || !isIndentedAsFile(file, lines, only)) return undefined;
  // The hunk's new text has the file's line, so the place is certain.
  const isRepaired = lines.isKept[stale] === false;
  if (!isRepaired && !isUnique(file, lines, only) && hasSimilarBlock(file, lines, only)) return undefined;
  return {
    start,
    end: start + lines.before.length,
    how: 'fuzzy',
    lines: newLines,
    count: 1,
    givenBefore: lines.before,
  };
}

/** Comparing a hunk's lines with the whole file is slow, so it is not done for huge files nor for very many hunks. */
function isWithinBudget(file: FileText): boolean {
  const count = (searchCounts.get(file) ?? 0) + 1;
  searchCounts.set(file, count);
  return count <= MAX_SEARCHES && file.lfText.length <= MAX_CHARACTERS;
}

const searchCounts = new WeakMap<FileText, number>();
const MAX_SEARCHES = 50;
const MAX_CHARACTERS = 2_000_000;

interface NearMatch {
  readonly start: number;
  /** The index of the hunk's line that differs from the file. */
  readonly stale: number;
}

/** The places where all lines but one match. At least one of any two lines matches, so the two rarest lines lead to all of them. */
function findNearMatches(file: FileText, before: readonly string[]): NearMatch[] {
  if (before.length < 2) return [];
  const positions = positionsOf(file, before);
  const rarest = before
    .map((line, index) => ({ index, at: positions.get(line) ?? [] }))
    .sort((one, other) => one.at.length - other.at.length)
    .slice(0, 2);
  const starts = new Set(rarest.flatMap(({ index, at }) => at.map((line) => line - index)));
  if (starts.size * before.length > MAX_COMPARED) return [];
  const places: NearMatch[] = [];
  for (const start of starts) {
    if (start < 0 || start + before.length > file.lineCount) continue;
    const stale = onlyDifference(file, before, start);
    if (stale !== undefined) places.push({ start, stale });
  }
  return places;
}

const MAX_COMPARED = 200_000;

/** The positions of the hunk's lines in the file. */
function positionsOf(file: FileText, before: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>(before.map((line) => [line, []]));
  for (let at = 0; at < file.lineCount; at += 1) positions.get(file.lines[at] ?? '')?.push(at);
  return positions;
}

function onlyDifference(file: FileText, before: readonly string[], start: number): number | undefined {
  let different: number | undefined;
  for (const [index, line] of before.entries()) {
    if (file.lines[start + index] === line) continue;
    if (different !== undefined) return undefined;
    different = index;
  }
  return different;
}

/** The hunk with the file's version of the stale line; undefined if the hunk changes that line. */
function withFileLine(lines: HunkLines, stale: number, found: string): HunkLines | undefined {
  const { before, after, keptPairs, isKept, hasExplicitContext } = lines;
  const given = before[stale] ?? '';
  const pair = keptPairs.find(([i]) => i === stale);
  // Of two equal lines, comparing the texts may have paired the wrong one.
  if (pair !== undefined && !hasExplicitContext && (isRepeated(before, given) || isRepeated(after, given)))
    return undefined;
  const counterpart = pair?.[1] ?? (isTypo(given, found) ? findRepairedLine(lines, stale, found) : undefined);
  if (counterpart === undefined) return undefined;
  return {
    ...lines,
    before: before.with(stale, found),
    after: after.with(counterpart, found),
    keptPairs: pair === undefined ? [...keptPairs, [stale, counterpart] as const].sort(([i], [j]) => i - j) : keptPairs,
    isKept: isKept.with(stale, true),
  };
}

function isRepeated(lines: readonly string[], line: string): boolean {
  return lines.indexOf(line) !== lines.lastIndexOf(line);
}

/** Whether one letter is wrong, or the last character is missing. */
function isTypo(given: string, found: string): boolean {
  return isMisspelling(given, found) || (found.slice(0, -1) === given && !/\d$/.test(found));
}

/** The index of the new line, among those around the stale line, that equals the file's line. */
function findRepairedLine({ before, after, keptPairs }: HunkLines, stale: number, found: string): number | undefined {
  const [, above] = keptPairs.findLast(([i]) => i < stale) ?? [-1, -1];
  const [, below] = keptPairs.find(([i]) => i > stale) ?? [before.length, after.length];
  const newLines = after.slice(above + 1, below);
  return isRepeated(newLines, found) || !newLines.includes(found) ? undefined : above + 1 + newLines.indexOf(found);
}

/** A patch header in place of a file's line means that the patch itself is malformed. */
function isPatchMarker(line: string): boolean {
  return line.trimStart().startsWith('***');
}

/** Whether the lines that the hunk removes, or adds next to, are similar to no other line of the file. */
function isUnique(file: FileText, { before, isKept }: HunkLines, { start, stale }: NearMatch): boolean {
  const intact = before.flatMap((line, index) => (index !== stale && isDistinctive(line) ? [index] : []));
  const removed = intact.filter((index) => isKept[index] === false);
  const isUniqueLine = (index: number): boolean =>
    !hasSimilarLine(file, before[index] ?? '', { except: start + index, least: MIN_SIMILARITY });
  const longest = (indexes: readonly number[]): number[] =>
    indexes
      .toSorted((one, other) => (before[other] ?? '').length - (before[one] ?? '').length)
      .slice(0, MAX_UNIQUE_CHECKS);
  if (isKept.includes(false)) return longest(removed).some(isUniqueLine);
  return longest(intact).filter(isUniqueLine).length >= MIN_UNIQUE_LINES;
}

/**
 * Whether another place is similar in a third of the lines, such as a function copied from another one: the stale line may
 * be what distinguishes the two. Also true if the hunk has too few lines to know.
 */
function hasSimilarBlock(file: FileText, { before }: HunkLines, { start, stale }: NearMatch): boolean {
  const intact = before.flatMap((line, index) => (index !== stale && isDistinctive(line) ? [index] : []));
  if (intact.length < MIN_INTACT) return true;
  const compared = intact.slice(0, MAX_INTACT);
  const offsets = new Map<number, number>();
  for (const index of compared) {
    const isLike = similarLineTest(unindentedLine(before[index] ?? ''), MIN_SIMILARITY);
    let likes = 0;
    for (const [at, line] of file.unindented.entries()) {
      if (at === start + index || !isLike(line)) continue;
      if ((likes += 1) > MAX_SIMILAR_LINES) return true;
      const count = (offsets.get(at - index) ?? 0) + 1;
      if (count * 3 >= compared.length) return true;
      offsets.set(at - index, count);
    }
  }
  return false;
}

const MIN_INTACT = 3;
const MAX_INTACT = 12;
/** With more similar lines than this, the places of a file cannot be distinguished. */
const MAX_SIMILAR_LINES = 100;

/** The number of lines, longest first, that are compared with the whole file. */
const MAX_UNIQUE_CHECKS = 4;
const MIN_UNIQUE_LINES = 2;
const MIN_SIMILARITY = 0.7;

function isDistinctive(line: string): boolean {
  return line.trim().length >= 8 && /\p{L}{3}/u.test(line);
}

function unindentedLine(line: string): string {
  return normaliseLine(line).trimStart();
}

function hasSimilarLine(file: FileText, line: string, { except, least }: { except: number; least: number }): boolean {
  const isLike = similarLineTest(unindentedLine(line), least);
  return file.unindented.some((other, at) => at !== except && isLike(other));
}

/** Tests lines for similarity with `wanted`. Comparing how often each character occurs rules most of them out cheaply. */
function similarLineTest(wanted: string, least: number): (line: string) => boolean {
  const counts = new Int32Array(128);
  for (let at = 0; at < wanted.length; at += 1) adjustCount(counts, wanted.charCodeAt(at), 1);
  return (line) => {
    const longer = Math.max(wanted.length, line.length);
    const allowed = longer * (1 - least);
    if (Math.abs(wanted.length - line.length) > allowed) return false;
    let [missing, extra] = [wanted.length, 0];
    for (let at = 0; at < line.length; at += 1) {
      const left = adjustCount(counts, line.charCodeAt(at), -1);
      if (left >= 0) missing -= 1;
      else extra += 1;
    }
    for (let at = 0; at < line.length; at += 1) adjustCount(counts, line.charCodeAt(at), 1);
    return Math.max(missing, extra) <= allowed && lineSimilarity(wanted, line) >= least;
  };
}

/** Adds to the count of a character and returns the new count. */
function adjustCount(counts: Int32Array, code: number, by: number): number {
  const at = code & 127;
  const count = (counts[at] ?? 0) + by;
  counts[at] = count;
  return count;
}

/**
 * Whether the file already has the new lines: then the hunk may have been applied elsewhere, and this place is only similar.
 * Where the hunk replaces lines, a single line may be there by chance, so two are needed.
 */
function isAlreadyAdded(file: FileText, { after, keptPairs, isKept }: HunkLines): boolean {
  const [counts, least] = isKept.includes(false) ? [isDistinctive, 2] : [(line: string) => line.length > 1, 1];
  let from = 0;
  return [...keptPairs, [0, after.length] as const].some(([, to]) => {
    const newLines = after.slice(from, to).map(unindentedLine);
    from = to + 1;
    if (newLines.filter(counts).length < least) return false;
    const run = newLines.slice(newLines.findIndex(counts), newLines.findLastIndex(counts) + 1);
    return findLineSequence(file.unindented, run, { end: file.lineCount, limit: 1 }).length > 0;
  });
}

/**
 * If the stale line differs only in its indentation, the new lines may have lost theirs as well, unless another indented
 * line of the hunk matches the file exactly.
 */
function isIndentedAsFile(file: FileText, { before }: HunkLines, { start, stale }: NearMatch): boolean {
  if (file.unindented[start + stale] !== unindentedLine(before[stale] ?? '')) return true;
  return before.some((line, index) => index !== stale && line.trim().length > 1 && /^(\t| {4})/.test(line));
}
