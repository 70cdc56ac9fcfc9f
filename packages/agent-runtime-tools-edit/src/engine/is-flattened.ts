import { indentOf } from './indent-of.ts';

/**
 * New lines whose own structure, or that between them and the lines which stay, shows that their indentation is not
 * that of the rest: what a bracket opens is no further in than the bracket's line, or by more than a level, what closes
 * it no further out than what it encloses, the rest of an expression no further in than its beginning, a statement not
 * where the one above it is. What `usual`, the lines of the file, do as well says nothing. `fresh` tells which are new.
 */
export function isFlattened(
  lines: readonly string[],
  { fresh, usual }: { fresh: (index: number) => boolean; usual: readonly string[] },
): boolean {
  const lost = new Set<Step>();
  let level: number | undefined;
  for (const two of steps(lines)) {
    const [above, below] = [fresh(two.above), fresh(two.below)];
    if (!above && !below) continue;
    if (above !== below) level ??= usualLevel(usual);
    if (isLost(lines, two, above === below ? undefined : level)) lost.add(two.step);
  }
  return lost.size > 0 && [...lost].some((step) => !isUsual(usual, step, level));
}

/** What a line is to the one above it, where that says how it is to be indented. */
type Step = 'opened' | 'enclosed' | 'closed' | 'continued' | 'unfinished' | 'followed' | 'documented';

interface TwoLines {
  readonly above: number;
  readonly below: number;
  readonly step: Step;
}

function* steps(lines: readonly string[]): Generator<TwoLines> {
  let above: number | undefined;
  let last: Step | undefined;
  for (const [below, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const step = above === undefined ? undefined : stepOf((lines[above] ?? '').trim(), line.trim());
    // What follows the rest of an expression stands where that began.
    const isRest = step === 'followed' && last !== undefined && RESTS.has(last);
    if (above !== undefined && step !== undefined && !isRest) yield { above, below, step };
    [above, last] = [below, step];
  }
}

const RESTS: ReadonlySet<Step> = new Set(['continued', 'unfinished', 'enclosed']);

function stepOf(upper: string, lower: string): Step | undefined {
  if (upper === '/**' && lower.startsWith('*')) return 'documented';
  if (COMMENT.test(upper) || COMMENT.test(lower) || lower.startsWith('>')) return undefined;
  const closes = /^([})\]]|<\/)/.test(lower);
  if (OPENING_TAG.test(upper) && !upper.includes('</')) return closes ? undefined : 'opened';
  if (/[{([]$/.test(upper)) return closes || endsEarlier(upper) || CONTINUES.test(upper) ? undefined : 'opened';
  if (closes) return 'closed';
  if (UNFINISHED.test(upper) && !lower.startsWith('{')) return 'unfinished';
  if (CONTINUES.test(lower)) return CONTINUES.test(upper) || /^[})\]]/.test(upper) ? undefined : 'continued';
  if (upper.endsWith(',') && balance(upper) > 0) return 'enclosed';
  return isWhole(upper) && !LABEL.test(lower) ? 'followed' : undefined;
}

const LABEL = /^(case\b|\w+\s*:$)/;

/** How many more brackets a line opens than it closes. */
function balance(line: string): number {
  return line.split(/[{([]/).length - line.split(/[)\]}]/).length;
}

/** A statement, or an element of a list, that begins and ends in its line. */
function isWhole(line: string): boolean {
  if (!/[;,}]$/.test(line) || /^([})\]]|(var|let|const) .*,$)/.test(line) || CONTINUES.test(line)) return false;
  return balance(line) === 0;
}

/** The end of a head of several lines, which are further in themselves. */
function endsEarlier(line: string): boolean {
  return line.split(')').length > line.split('(').length;
}

const COMMENT = /^(\/\/|\/?\*|#|<!--)/;
const OPENING_TAG =
  /^<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|p|li|source|track|wbr)\b)[a-z][\w-]*(\s[^<>]*)?[^/<]?>$/i;
/** Ends with what another line has to follow. */
const UNFINISHED = /(^|[^=!<>])=$|=>$|^(\}? ?else )?(if|for|while) ?\(.*\)$|^(\} )?else$/;
/** Begins with an operator, so that it belongs to the line above. */
const CONTINUES = /^(\|\||&&|\?\?|[?:+|&] ?\S|\.[^.])/;

/** With `level`, what lines of different origin are to each other counts too. */
function isLost(lines: readonly string[], { above, below, step }: TwoLines, level: number | undefined): boolean {
  const further = indentOf(lines[below] ?? '').length - indentOf(lines[above] ?? '').length;
  if (step === 'followed') return level !== undefined && further !== 0;
  if (step === 'closed') return further >= 0;
  return further <= 0 || (step === 'opened' && level !== undefined && level > 0 && further > level);
}

/** By how much most of what a bracket opens is further in; 0 where nothing is. */
function usualLevel(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  for (const { above, below, step } of steps(lines)) {
    if (step !== 'opened') continue;
    const further = indentOf(lines[below] ?? '').length - indentOf(lines[above] ?? '').length;
    if (further > 0) counts.set(further, (counts.get(further) ?? 0) + 1);
  }
  let [level, most] = [0, 0];
  for (const [further, count] of counts) if (count > most) [level, most] = [further, count];
  return level;
}

/** Not only once in a while. */
function isUsual(lines: readonly string[], wanted: Step, level: number | undefined): boolean {
  let all = 0;
  let lost = 0;
  for (const two of steps(lines)) {
    if (two.step !== wanted) continue;
    all += 1;
    if (isLost(lines, two, level)) lost += 1;
  }
  return lost > 0 && lost * 20 >= all;
}
