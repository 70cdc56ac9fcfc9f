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
  if (edges.file > 0 && inNew === inFile && old.join('\n') !== wanted.join('\n')) return 'file';
  return inNew === undefined || (inNew === inHunk && (votes.file === 0 || inHunk !== inFile)) ? 'hunk' : undefined;
}

/** A bracket is easily taken for another one. */
const MIN_TELLING = 3;

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
