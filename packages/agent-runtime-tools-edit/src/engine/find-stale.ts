import { likeness } from './closest-place.ts';
import type { FileText } from './file-text.ts';
import { findSequence } from './find-sequence.ts';
import type { HunkLines } from './hunk-lines.ts';
import { isMisspelling } from './is-misspelling.ts';
import { normaliseLine } from './normalise-line.ts';
import type { Place } from './place.ts';

/**
 * The only place that has every line as it was given but one, which the hunk does not change. The file's line stays:
 *
 *     file              hunk              result
 *     load(all);        ` load();`        load(all);
 *     check();          `-check();`       verify();
 *     save();           `+verify();`      save();
 *                       ` save();`
 *
 * So does a line that the hunk replaces by just what the file has there. Undefined where another place is as near, where
 * the stale line may be just what tells this place from one like it, or where too little else is given to be sure.
 */
export function findStale(file: FileText, lines: HunkLines): Place | undefined {
  if (!mayLook(file)) return undefined;
  const near = nearPlaces(file, lines.before);
  const [only] = near;
  if (only === undefined || near.length > 1) return undefined;
  const { start, stale } = only;
  const found = file.lines[start + stale] ?? '';
  const fresh = withFilesLine(lines, stale, found);
  if (fresh === undefined || isMarker(lines.before[stale] ?? '')) return undefined;
  if (isAddedAlready(file, fresh) || !isIndentedAsFile(file, lines, only)) return undefined;
  // Where the hunk itself has the file's line, there is no doubt about the place.
  const isRepaired = lines.kept[stale] === false;
  if (!isRepaired && !isUnlikeAllElse(file, lines, only) && hasTwin(file, lines, only)) return undefined;
  return { start, end: start + lines.before.length, how: 'fuzzy', lines: fresh, count: 1, given: lines.before };
}

/** The lines of a hunk are compared with all of the file: not of a huge one, nor for hunks without end. */
function mayLook(file: FileText): boolean {
  const count = (looked.get(file) ?? 0) + 1;
  looked.set(file, count);
  return count <= MAX_LOOKS && file.flat.length <= MAX_CHARACTERS;
}

const looked = new WeakMap<FileText, number>();
const MAX_LOOKS = 50;
const MAX_CHARACTERS = 2_000_000;

interface NearPlace {
  readonly start: number;
  /** The line of the hunk that the file has otherwise. */
  readonly stale: number;
}

/** Where all lines but one stand as given. Of any two lines, one is intact: so the two rarest lead to every such place. */
function nearPlaces(file: FileText, before: readonly string[]): NearPlace[] {
  if (before.length < 2) return [];
  const positions = positionsOf(file, before);
  const rarest = before
    .map((line, index) => ({ index, at: positions.get(line) ?? [] }))
    .sort((one, other) => one.at.length - other.at.length)
    .slice(0, 2);
  const starts = new Set(rarest.flatMap(({ index, at }) => at.map((line) => line - index)));
  if (starts.size * before.length > MAX_COMPARED) return [];
  const places: NearPlace[] = [];
  for (const start of starts) {
    if (start < 0 || start + before.length > file.count) continue;
    const stale = onlyDifference(file, before, start);
    if (stale !== undefined) places.push({ start, stale });
  }
  return places;
}

const MAX_COMPARED = 200_000;

/** Where the lines of a hunk stand in the file. */
function positionsOf(file: FileText, before: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>(before.map((line) => [line, []]));
  for (let at = 0; at < file.count; at += 1) positions.get(file.lines[at] ?? '')?.push(at);
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

/** The hunk as if it had been given with the line that the file has; undefined where it changes that line. */
function withFilesLine(lines: HunkLines, stale: number, found: string): HunkLines | undefined {
  const { before, after, pairs, kept, told } = lines;
  const given = before[stale] ?? '';
  const pair = pairs.find(([i]) => i === stale);
  // A comparison of two texts may take one of two equal lines for the other.
  if (pair !== undefined && !told && (isTwice(before, given) || isTwice(after, given))) return undefined;
  const counterpart = pair?.[1] ?? (isSlip(given, found) ? repairedBy(lines, stale, found) : undefined);
  if (counterpart === undefined) return undefined;
  return {
    ...lines,
    before: before.with(stale, found),
    after: after.with(counterpart, found),
    pairs: pair === undefined ? [...pairs, [stale, counterpart] as const].sort(([i], [j]) => i - j) : pairs,
    kept: kept.with(stale, true),
  };
}

function isTwice(lines: readonly string[], line: string): boolean {
  return lines.indexOf(line) !== lines.lastIndexOf(line);
}

/** A letter is misspelt, or the last character is missing. */
function isSlip(given: string, found: string): boolean {
  return isMisspelling(given, found) || (found.slice(0, -1) === given && !/\d$/.test(found));
}

/** The new line, among those that replace the stale one and its neighbours, that is just what the file has. */
function repairedBy({ before, after, pairs }: HunkLines, stale: number, found: string): number | undefined {
  const [, above] = pairs.findLast(([i]) => i < stale) ?? [-1, -1];
  const [, below] = pairs.find(([i]) => i > stale) ?? [before.length, after.length];
  const fresh = after.slice(above + 1, below);
  return isTwice(fresh, found) || !fresh.includes(found) ? undefined : above + 1 + fresh.indexOf(found);
}

/** A header of a patch that was taken for a line of a file says that something else was meant. */
function isMarker(line: string): boolean {
  return line.trimStart().startsWith('***');
}

/** The lines that the hunk removes, or those that it adds next to, are like no others of the file. */
function isUnlikeAllElse(file: FileText, { before, kept }: HunkLines, { start, stale }: NearPlace): boolean {
  const intact = before.flatMap((line, index) => (index !== stale && isTelling(line) ? [index] : []));
  const removed = intact.filter((index) => kept[index] === false);
  const isAlone = (index: number): boolean =>
    !hasLike(file, before[index] ?? '', { except: start + index, least: MIN_LIKENESS });
  const longest = (indexes: readonly number[]): number[] =>
    indexes.toSorted((one, other) => (before[other] ?? '').length - (before[one] ?? '').length).slice(0, MAX_LOOKED_AT);
  if (kept.includes(false)) return longest(removed).some(isAlone);
  return longest(intact).filter(isAlone).length >= MIN_ALONE;
}

/**
 * Another place is like this one in a third of the lines, such as a function made after another: the stale line may be just
 * what tells the two apart. The same where too few lines are given to know.
 */
function hasTwin(file: FileText, { before }: HunkLines, { start, stale }: NearPlace): boolean {
  const intact = before.flatMap((line, index) => (index !== stale && isTelling(line) ? [index] : []));
  if (intact.length < MIN_INTACT) return true;
  const compared = intact.slice(0, MAX_INTACT);
  const offsets = new Map<number, number>();
  for (const index of compared) {
    const isLike = likeLine(bareLine(before[index] ?? ''), MIN_LIKENESS);
    let likes = 0;
    for (const [at, line] of file.bare.entries()) {
      if (at === start + index || !isLike(line)) continue;
      if ((likes += 1) > MAX_LIKES) return true;
      const count = (offsets.get(at - index) ?? 0) + 1;
      if (count * 3 >= compared.length) return true;
      offsets.set(at - index, count);
    }
  }
  return false;
}

const MIN_INTACT = 3;
const MAX_INTACT = 12;
/** In a file of lines that are all alike nothing tells one place from another. */
const MAX_LIKES = 100;

/** Of lines, those that are compared with the whole file. */
const MAX_LOOKED_AT = 4;
const MIN_ALONE = 2;
const MIN_LIKENESS = 0.7;

function isTelling(line: string): boolean {
  return line.trim().length >= 8 && /\p{L}{3}/u.test(line);
}

function bareLine(line: string): string {
  return normaliseLine(line).trimStart();
}

function hasLike(file: FileText, line: string, { except, least }: { except: number; least: number }): boolean {
  const isLike = likeLine(bareLine(line), least);
  return file.bare.some((other, at) => at !== except && isLike(other));
}

/** Whether a line is at least so much like another one. Most lines are told apart by how often they have each character. */
function likeLine(wanted: string, least: number): (line: string) => boolean {
  const counts = new Int32Array(128);
  for (let at = 0; at < wanted.length; at += 1) bump(counts, wanted.charCodeAt(at), 1);
  return (line) => {
    const longer = Math.max(wanted.length, line.length);
    const allowed = longer * (1 - least);
    if (Math.abs(wanted.length - line.length) > allowed) return false;
    let [missing, extra] = [wanted.length, 0];
    for (let at = 0; at < line.length; at += 1) {
      const left = bump(counts, line.charCodeAt(at), -1);
      if (left >= 0) missing -= 1;
      else extra += 1;
    }
    for (let at = 0; at < line.length; at += 1) bump(counts, line.charCodeAt(at), 1);
    return Math.max(missing, extra) <= allowed && likeness(wanted, line) >= least;
  };
}

/** How often a character is left after one was added or taken away. */
function bump(counts: Int32Array, code: number, by: number): number {
  const at = code & 127;
  const count = (counts[at] ?? 0) + by;
  counts[at] = count;
  return count;
}

/** New lines are in the file already: the hunk may be made, and this place one that is like it. One line is easily there by chance. */
function isAddedAlready(file: FileText, { after, pairs, kept }: HunkLines): boolean {
  const [counts, least] = kept.includes(false) ? [isTelling, 2] : [(line: string) => line.length > 1, 1];
  let from = 0;
  return [...pairs, [0, after.length] as const].some(([, to]) => {
    const fresh = after.slice(from, to).map(bareLine);
    from = to + 1;
    if (fresh.filter(counts).length < least) return false;
    const run = fresh.slice(fresh.findIndex(counts), fresh.findLastIndex(counts) + 1);
    return findSequence(file.bare, run, { end: file.count, limit: 1 }).length > 0;
  });
}

/**
 * Where the stale line differs only in its indentation, the author may have lost that of the new lines as well, unless
 * a line that is indented as far is as the file has it.
 */
function isIndentedAsFile(file: FileText, { before }: HunkLines, { start, stale }: NearPlace): boolean {
  if (file.bare[start + stale] !== bareLine(before[stale] ?? '')) return true;
  return before.some((line, index) => index !== stale && line.trim().length > 1 && /^(\t| {4})/.test(line));
}
