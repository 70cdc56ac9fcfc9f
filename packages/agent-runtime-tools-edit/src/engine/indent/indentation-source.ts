import { alignLines } from '../align-lines.ts';
import { indentOf } from './indent-of.ts';

/** Where the indentation of a hunk's new lines comes from, when its old lines are indented differently than the file. */
export type IndentationSource = 'hunk' | 'file' | undefined;

/**
 * Decides by the lines that are in both texts of the hunk: the new text has them indented like the hunk's old text, or
 * like the file. "Like the file" counts only if the first or last line shows it, or tabs against spaces do, since the
 * change itself may re-indent the lines in between. Without such lines, the outermost lines decide. Undefined if unclear.
 *
 *     file            hunk, old text    hunk, new text    source
 *     `    run();`    `run();`          `run(all);`       'hunk': the new line lacks the four spaces too
 *     `    run();`    `run();`          `    run(all);`   'file', if a line that both texts have shows it too
 */
export function indentationSource({
  before,
  found,
  after,
}: Record<'before' | 'found' | 'after', readonly string[]>): IndentationSource {
  const [old, wanted] = [before, after].map((lines) => lines.map((line) => line.trim()));
  if (old === undefined || wanted === undefined) return undefined;
  const votes = { hunk: 0, file: 0 };
  const edges = { hunk: 0, file: 0 };
  for (const [i, j] of alignLines(old, wanted)) {
    const [inHunk = '', inFile = '', inNew = ''] = [before[i], found[i], after[j]].map((line) => indentOf(line ?? ''));
    if ((old[i] ?? '').length < MIN_LINE_LENGTH || inHunk === inFile || (inNew !== inHunk && inNew !== inFile))
      continue;
    const source = inNew === inHunk ? 'hunk' : 'file';
    votes[source] += 1;
    if (isEdge(before, after, [i, j]) || (source === 'file' && isTabsAgainstSpaces(inHunk, inFile))) edges[source] += 1;
  }
  if (votes.hunk > 0 && votes.file > 0) return edges.hunk > 0 && edges.file === 0 ? 'hunk' : undefined;
  if (votes.hunk > 0) return 'hunk';
  const [inHunk, inFile, inNew] = [before, found, after].map(outermostIndent);
  if (edges.file > 0 && votes.file >= MIN_VOTES && inNew === inFile && old.join('\n') !== wanted.join('\n'))
    return 'file';
  return votes.file === 0 && (inNew === undefined || inNew === inHunk) ? 'hunk' : undefined;
}

/**
 * The same decision for patches, which write a kept line only once: whether most new lines are indented like the file's
 * lines that they replace or stand next to, rather than like the hunk's version of those lines.
 */
export function isAddedWithFileIndentation({
  before,
  found,
  after,
  keptPairs,
}: Record<'before' | 'found' | 'after', readonly string[]> & {
  readonly keptPairs: readonly (readonly [number, number])[];
}): boolean {
  const votes = { hunk: 0, file: 0 };
  let [left, right] = [0, 0];
  for (const [i, j] of [...keptPairs, [before.length, after.length] as const]) {
    const added = outermostIndent(after.slice(right, j));
    const references = i > left ? outermostReplaced(before, left, i) : neighboursOf(before, left);
    [left, right] = [i + 1, j + 1];
    if (added === undefined) continue;
    const has = (lines: readonly string[]): boolean => references.some((at) => indentOf(lines[at] ?? '') === added);
    if (has(before)) votes.hunk += 1;
    if (has(found)) votes.file += 1;
  }
  return votes.file > 0 && votes.file >= votes.hunk;
}

/** The outermost of the replaced lines `[from, to)`. */
function outermostReplaced(lines: readonly string[], from: number, to: number): number[] {
  const least = outermostIndent(lines.slice(from, to));
  const at = lines.findIndex((line, index) => index >= from && !isEmpty(line) && indentOf(line) === least);
  return at === -1 ? [] : [at];
}

/** The lines above and below a point, without a line that opens a block there and the line that closes it. */
function neighboursOf(lines: readonly string[], point: number): number[] {
  const above = lines.findLastIndex((line, at) => at < point && !isEmpty(line));
  const below = lines.findIndex((line, at) => at >= point && !isEmpty(line));
  const opens = /[{([:>=]$/.test((lines[above] ?? '').trimEnd());
  return [opens ? -1 : above, opens && /^\s*([)\]}]|<\/)/.test(lines[below] ?? '') ? -1 : below].filter(
    (at) => at >= 0,
  );
}

/** Shorter lines, such as a bracket, are too easily paired with the wrong line. */
const MIN_LINE_LENGTH = 3;

/** A single line may have been re-indented by the change itself. */
const MIN_VOTES = 2;

/** Whether both texts begin with the line, or both end with it, ignoring empty lines. */
function isEdge(before: readonly string[], after: readonly string[], [i, j]: readonly [number, number]): boolean {
  const isFirst = before.slice(0, i).every(isEmpty) && after.slice(0, j).every(isEmpty);
  return isFirst || (before.slice(i + 1).every(isEmpty) && after.slice(j + 1).every(isEmpty));
}

/** Whether one indentation has tabs and the other only spaces. */
function isTabsAgainstSpaces(one: string, other: string): boolean {
  return one !== '' && other !== '' && one.includes('\t') !== other.includes('\t');
}

function outermostIndent(lines: readonly string[]): string | undefined {
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
