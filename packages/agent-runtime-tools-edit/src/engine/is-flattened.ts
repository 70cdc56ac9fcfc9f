import { indentOf } from './indent-of.ts';

/**
 * New lines whose own structure shows that they have lost indentation: what a bracket opens is no further in than the
 * bracket's line, what closes it no further out than what it encloses, the rest of an expression no further in than its
 * beginning. What `usual`, the lines of the file, do as well says nothing. `fresh` tells which lines are new.
 */
export function isFlattened(
  lines: readonly string[],
  { fresh, usual }: { fresh: (index: number) => boolean; usual: readonly string[] },
): boolean {
  const lost = new Set<Step>();
  for (const { above, below, step } of steps(lines))
    if ((fresh(above) || fresh(below)) && isLost(lines, { above, below, step })) lost.add(step);
  return lost.size > 0 && [...lost].some((step) => !isUsual(usual, step));
}

/** What a line is to the one above it, where that says how it is to be indented. */
type Step = 'opened' | 'closed' | 'continued' | 'unfinished';

interface TwoLines {
  readonly above: number;
  readonly below: number;
  readonly step: Step;
}

function* steps(lines: readonly string[]): Generator<TwoLines> {
  let above: number | undefined;
  for (const [below, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const step = above === undefined ? undefined : stepOf((lines[above] ?? '').trim(), line.trim());
    if (above !== undefined && step !== undefined) yield { above, below, step };
    above = below;
  }
}

function stepOf(upper: string, lower: string): Step | undefined {
  if (COMMENT.test(upper) || COMMENT.test(lower)) return undefined;
  const closes = /^[})\]]/.test(lower);
  if (/[{([]$/.test(upper)) return closes || endsEarlier(upper) || CONTINUES.test(upper) ? undefined : 'opened';
  if (closes) return 'closed';
  if (UNFINISHED.test(upper) && !lower.startsWith('{')) return 'unfinished';
  return CONTINUES.test(lower) && !CONTINUES.test(upper) && !/^[})\]]/.test(upper) ? 'continued' : undefined;
}

/** The end of a head of several lines, which are further in themselves. */
function endsEarlier(line: string): boolean {
  return line.split(')').length > line.split('(').length;
}

const COMMENT = /^(\/\/|\/?\*|#|<!--)/;
/** Ends with what another line has to follow. */
const UNFINISHED = /(^|[^=!<>])=$|=>$|^(\}? ?else )?(if|for|while) ?\(.*\)$|^(\} )?else$/;
/** Begins with an operator, so that it belongs to the line above. */
const CONTINUES = /^(\|\||&&|\?\?|[?:+|&] ?\S|\.[^.])/;

function isLost(lines: readonly string[], { above, below, step }: TwoLines): boolean {
  const further = indentOf(lines[below] ?? '').length - indentOf(lines[above] ?? '').length;
  return step === 'closed' ? further >= 0 : further <= 0;
}

/** Not only once in a while. */
function isUsual(lines: readonly string[], wanted: Step): boolean {
  let all = 0;
  let lost = 0;
  for (const two of steps(lines)) {
    if (two.step !== wanted) continue;
    all += 1;
    if (isLost(lines, two)) lost += 1;
  }
  return lost > 0 && lost * 20 >= all;
}
