import { indentOf } from './indent-of.ts';

/**
 * Whether the new lines contradict the usual indentation of code, by themselves or next to the kept lines. The content of
 * a block is not indented further than its opening line, a closing bracket not less than the content, a continued
 * expression not more than its first line, a statement not like the statement above it. Patterns that the file itself has
 * do not count.
 *
 *     if (a) {         the content of the block has
 *     run();           lost its indentation: true
 *     }
 */
export function hasLostIndentation(
  lines: readonly string[],
  { isNew, fileLines }: { isNew: (index: number) => boolean; fileLines: readonly string[] },
): boolean {
  const lost = new Set<LineRelation>();
  let level: number | undefined;
  for (const pair of relatedLines(lines)) {
    const [above, below] = [isNew(pair.above), isNew(pair.below)];
    if (!above && !below) continue;
    if (above !== below) level ??= mostFrequentLevel(fileLines);
    if (breaksRelation(lines, pair, above === below ? undefined : level)) lost.add(pair.relation);
  }
  return lost.size > 0 && [...lost].some((relation) => !isCommonInFile(fileLines, relation, level));
}

/** How a line relates to the line above it, where that determines its indentation. */
type LineRelation = 'opened' | 'enclosed' | 'closed' | 'continued' | 'unfinished' | 'followed' | 'documented';

interface RelatedLines {
  readonly above: number;
  readonly below: number;
  readonly relation: LineRelation;
}

function* relatedLines(lines: readonly string[]): Generator<RelatedLines> {
  let above: number | undefined;
  let last: LineRelation | undefined;
  for (const [below, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const relation = above === undefined ? undefined : relationOf((lines[above] ?? '').trim(), line.trim());
    // A statement after a continued expression is indented like the first line of that expression.
    const isRest = relation === 'followed' && last !== undefined && CONTINUATIONS.has(last);
    if (above !== undefined && relation !== undefined && !isRest) yield { above, below, relation };
    [above, last] = [below, relation];
  }
}

const CONTINUATIONS: ReadonlySet<LineRelation> = new Set(['continued', 'unfinished', 'enclosed']);

function relationOf(upper: string, lower: string): LineRelation | undefined {
  if (upper === '/**' && lower.startsWith('*')) return 'documented';
  if (COMMENT.test(upper) || COMMENT.test(lower) || lower.startsWith('>')) return undefined;
  const closes = /^([})\]]|<\/)/.test(lower);
  if (OPENING_TAG.test(upper) && !upper.includes('</')) return closes ? undefined : 'opened';
  if (/[{([]$/.test(upper)) return closes || closesOuterBracket(upper) || CONTINUES.test(upper) ? undefined : 'opened';
  if (closes) return 'closed';
  if (UNFINISHED.test(upper) && !lower.startsWith('{')) return 'unfinished';
  if (CONTINUES.test(lower)) return CONTINUES.test(upper) || /^[})\]]/.test(upper) ? undefined : 'continued';
  if (upper.endsWith(',') && bracketBalance(upper) > 0) return 'enclosed';
  return isCompleteStatement(upper) && !LABEL.test(lower) ? 'followed' : undefined;
}

const LABEL = /^(case\b|\w+\s*:$)/;

/** Opened brackets minus closed brackets of a line. */
function bracketBalance(line: string): number {
  return line.split(/[{([]/).length - line.split(/[)\]}]/).length;
}

/** Whether the line is a whole statement or list element. */
function isCompleteStatement(line: string): boolean {
  if (!/[;,}]$/.test(line) || /^([})\]]|(var|let|const) .*,$)/.test(line) || CONTINUES.test(line)) return false;
  return bracketBalance(line) === 0;
}

/** Whether the line closes a bracket of an earlier line, such as the end of a parameter list over several lines. */
function closesOuterBracket(line: string): boolean {
  return line.split(')').length > line.split('(').length;
}

const COMMENT = /^(\/\/|\/?\*|#|<!--)/;
const OPENING_TAG =
  /^<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|p|li|source|track|wbr)\b)[a-z][\w-]*(\s[^<>]*)?[^/<]?>$/i;
/** Ends with something that must continue on the next line. */
const UNFINISHED = /(^|[^=!<>])=$|=>$|^(\}? ?else )?(if|for|while) ?\(.*\)$|^(\} )?else$/;
/** Begins with an operator, so it continues the line above. */
const CONTINUES = /^(\|\||&&|\?\?|[?:+|&] ?\S|\.[^.])/;

/** Whether the indentation contradicts the relation. `level` is given for a new line next to a kept one. */
function breaksRelation(
  lines: readonly string[],
  { above, below, relation }: RelatedLines,
  level: number | undefined,
): boolean {
  const further = indentOf(lines[below] ?? '').length - indentOf(lines[above] ?? '').length;
  if (relation === 'followed') return level !== undefined && further !== 0;
  if (relation === 'closed') return further >= 0;
  return further <= 0 || (relation === 'opened' && level !== undefined && level > 0 && further > level);
}

/** The most frequent indentation of a block's content relative to its opening line; 0 where there is no block. */
function mostFrequentLevel(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const { above, below, relation } of relatedLines(lines)) {
    if (relation !== 'opened') continue;
    const further = indentOf(lines[below] ?? '').length - indentOf(lines[above] ?? '').length;
    if (further > 0) counts.set(further, (counts.get(further) ?? 0) + 1);
  }
  let [level, most] = [0, 0];
  for (const [further, count] of counts) if (count > most) [level, most] = [further, count];
  return level;
}

/** Whether at least one in twenty of such relations in the file is broken as well. */
function isCommonInFile(lines: readonly string[], wanted: LineRelation, level: number | undefined): boolean {
  let all = 0;
  let lost = 0;
  for (const pair of relatedLines(lines)) {
    if (pair.relation !== wanted) continue;
    all += 1;
    if (breaksRelation(lines, pair, level)) lost += 1;
  }
  return lost > 0 && lost * 20 >= all;
}
