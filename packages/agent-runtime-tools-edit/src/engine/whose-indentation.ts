import { alignLines } from './align-lines.ts';
import { indentOf } from './indent-of.ts';

/** Whose indentation the new lines of a hunk have, whose old lines are indented otherwise than the file. */
export type Whose = 'hunk' | 'file' | undefined;

/**
 * Lines that stay tell: in the new text they are either as in the old text or as in the file. The latter counts only if
 * the first or the last line shows it, or tabs do, since lines between may be moved in or out by the change itself.
 * Where no line stays, the outermost ones tell; undefined where these do not either.
 */
export function whoseIndentation({
  before,
  found,
  after,
}: Record<'before' | 'found' | 'after', readonly string[]>): Whose {
  const [old, wanted] = [before, after].map((lines) => lines.map((line) => line.trim()));
  if (old === undefined || wanted === undefined) return undefined;
  const votes = { hunk: 0, file: 0 };
  const edges = { hunk: 0, file: 0 };
  for (const [i, j] of alignLines(old, wanted)) {
    const [given = '', real = '', fresh = ''] = [before[i], found[i], after[j]].map((line) => indentOf(line ?? ''));
    if ((old[i] ?? '').length < MIN_TELLING || given === real || (fresh !== given && fresh !== real)) continue;
    const whose = fresh === given ? 'hunk' : 'file';
    votes[whose] += 1;
    if (isEdge(before, after, [i, j]) || (whose === 'file' && isOtherKind(given, real))) edges[whose] += 1;
  }
  if (votes.hunk > 0 && votes.file > 0) return edges.hunk > 0 && edges.file === 0 ? 'hunk' : undefined;
  if (votes.hunk > 0) return 'hunk';
  const [inHunk, inFile, inNew] = [before, found, after].map(outermost);
  if (edges.file > 0 && votes.file >= MIN_VOTES && inNew === inFile && old.join('\n') !== wanted.join('\n'))
    return 'file';
  return votes.file === 0 && (inNew === undefined || inNew === inHunk) ? 'hunk' : undefined;
}

/**
 * Where old lines cannot tell, since the format has those that stay (`pairs`) only once: whether the new ones are, on
 * the whole, as far in as the lines of the file that they replace or stand next to, and not as far as the hunk has these.
 */
export function isNewInFiles({
  before,
  found,
  after,
  pairs,
}: Record<'before' | 'found' | 'after', readonly string[]> & {
  readonly pairs: readonly (readonly [number, number])[];
}): boolean {
  const votes = { hunk: 0, file: 0 };
  let [left, right] = [0, 0];
  for (const [i, j] of [...pairs, [before.length, after.length] as const]) {
    const fresh = outermost(after.slice(right, j));
    const rivals = i > left ? replaced(before, left, i) : nextTo(before, left);
    [left, right] = [i + 1, j + 1];
    if (fresh === undefined) continue;
    const has = (lines: readonly string[]): boolean => rivals.some((at) => indentOf(lines[at] ?? '') === fresh);
    if (has(before)) votes.hunk += 1;
    if (has(found)) votes.file += 1;
  }
  return votes.file > 0 && votes.file >= votes.hunk;
}

/** Of the lines `[from, to)`, which are replaced, the outermost. */
function replaced(lines: readonly string[], from: number, to: number): number[] {
  const least = outermost(lines.slice(from, to));
  const at = lines.findIndex((line, index) => index >= from && !isEmpty(line) && indentOf(line) === least);
  return at === -1 ? [] : [at];
}

/** The lines above and below a point. What a bracket opens is further in than its line, and than what closes it. */
function nextTo(lines: readonly string[], point: number): number[] {
  const above = lines.findLastIndex((line, at) => at < point && !isEmpty(line));
  const below = lines.findIndex((line, at) => at >= point && !isEmpty(line));
  const opens = /[{([:>=]$/.test((lines[above] ?? '').trimEnd());
  return [opens ? -1 : above, opens && /^\s*([)\]}]|<\/)/.test(lines[below] ?? '') ? -1 : below].filter(
    (at) => at >= 0,
  );
}

/** A bracket is easily taken for another one. */
const MIN_TELLING = 3;

/** A single line may be moved by the change itself to where the file has it. */
const MIN_VOTES = 2;

/** Both texts begin with the line, or both end with it; empty lines do not count. */
function isEdge(before: readonly string[], after: readonly string[], [i, j]: readonly [number, number]): boolean {
  const isFirst = before.slice(0, i).every(isEmpty) && after.slice(0, j).every(isEmpty);
  return isFirst || (before.slice(i + 1).every(isEmpty) && after.slice(j + 1).every(isEmpty));
}

/** One is of tabs, the other of spaces. */
function isOtherKind(one: string, other: string): boolean {
  return one !== '' && other !== '' && one.includes('\t') !== other.includes('\t');
}

function outermost(lines: readonly string[]): string | undefined {
  let least: string | undefined;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indent = indentOf(line);
    if (least === undefined || indent.length < least.length) least = indent;
  }
  return least;
}

function isEmpty(line: string): boolean {
  return line.trim() === '';
}
