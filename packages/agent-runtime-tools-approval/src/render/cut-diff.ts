export interface CutDiff {
  readonly lines: readonly string[];
  /** The number of lines that are not shown, by kind. */
  readonly leftOut: { readonly added: number; readonly removed: number; readonly other: number };
}

/**
 * Shortens a unified diff to `maxLines` lines and keeps both sides of its changes. Of each long run of removed or added
 * lines, the first and last are kept, with a note in between:
 *
 *     -line 1
 *     ... 254 removed lines are not shown ...
 *     -line 256
 *
 * A line that starts with `┊` continues the line before it and is not counted.
 */
export function cutDiff(lines: readonly string[], maxLines: number): CutDiff {
  const all = runsOf(lines);
  if (lines.length <= maxLines) return { lines, leftOut: NOTHING };
  const limit = largestFittingLimit(all, maxLines);
  const shown: string[] = [];
  const leftOut = { added: 0, removed: 0, other: 0 };
  for (const [at, run] of all.entries()) {
    // What replaces the removed lines that are already shown is shown too, even if that takes a few lines more.
    const isSecondSide = run.kind === 'added' && all[at - 1]?.kind === 'removed';
    if (shown.length >= maxLines && maxLines > 0 && !isSecondSide) {
      // There are more runs than lines to show: only count the rest.
      const rest = countsOf(all.slice(at));
      shown.push(`... ${describeCounts(rest)} not shown ...`);
      add(leftOut, rest);
      break;
    }
    const kept = cutRun(run, limit);
    shown.push(...kept.lines);
    add(leftOut, kept.leftOut);
  }
  return { lines: shown, leftOut };
}

type Kind = keyof CutDiff['leftOut'];

interface Run {
  readonly kind: Kind;
  readonly lines: readonly string[];
}

function runsOf(lines: readonly string[]): Run[] {
  const runs: { kind: Kind; lines: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const last = runs.at(-1);
    const isHeader = line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true;
    const isSecond = line.startsWith('+++ ') && lines[at - 1]?.startsWith('--- ') === true;
    const goesOn = line.startsWith('┊') && last !== undefined;
    const kind = goesOn ? last.kind : isHeader || isSecond ? 'other' : kindOf(line);
    if (last?.kind === kind) last.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs;
}

function kindOf(line: string): Kind {
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'other';
}

/** The largest number of lines per run with which all runs fit, at least two. */
function largestFittingLimit(runs: readonly Run[], maxLines: number): number {
  let low = 2;
  let high = maxLines;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const sum = runs.reduce((total, run) => total + Math.min(run.lines.length, middle + 1), 0);
    if (sum <= maxLines) low = middle;
    else high = middle - 1;
  }
  return low;
}

function cutRun(run: Run, limit: number): CutDiff {
  // The note takes a line itself, so it must replace at least two.
  if (run.lines.length <= limit + 1) return { lines: run.lines, leftOut: NOTHING };
  const head = run.lines.slice(0, Math.ceil(limit / 2));
  const tail = run.lines.slice(run.lines.length - Math.floor(limit / 2));
  const cut = countsOf([{ kind: run.kind, lines: run.lines.slice(head.length, run.lines.length - tail.length) }]);
  const note = isNothing(cut)
    ? '... the rest of a long line is not shown ...'
    : `... ${describeCounts(cut)} not shown ...`;
  return { lines: [...head, note, ...tail], leftOut: cut };
}

function countsOf(runs: readonly Run[]): Record<Kind, number> {
  const counts = { added: 0, removed: 0, other: 0 };
  for (const { kind, lines } of runs) for (const line of lines) if (!line.startsWith('┊')) counts[kind]++;
  return counts;
}

function add(total: Record<Kind, number>, more: CutDiff['leftOut']): void {
  total.added += more.added;
  total.removed += more.removed;
  total.other += more.other;
}

function isNothing({ added, removed, other }: CutDiff['leftOut']): boolean {
  return added + removed + other === 0;
}

/** For example `254 removed lines and 1 added line are`. */
export function describeCounts({ added, removed, other }: CutDiff['leftOut']): string {
  const pieces = [
    ...(removed > 0 ? [lineCount(removed, 'removed')] : []),
    ...(added > 0 ? [lineCount(added, 'added')] : []),
    ...(other > 0 ? [lineCount(other, 'other')] : []),
  ];
  return `${pieces.join(' and ')} ${added + removed + other === 1 ? 'is' : 'are'}`;
}

function lineCount(count: number, kind: string): string {
  return `${count} ${kind} line${count === 1 ? '' : 's'}`;
}

const NOTHING: CutDiff['leftOut'] = { added: 0, removed: 0, other: 0 };
