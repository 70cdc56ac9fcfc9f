export interface CutDiff {
  readonly lines: readonly string[];
  /** Lines that are not shown, by what becomes of them. */
  readonly leftOut: { readonly added: number; readonly removed: number; readonly other: number };
}

/**
 * As many lines of a unified diff as asked for, and both sides of its changes: of a long run of removed lines and of
 * the added ones after it, the first and last of each are kept, and a line in between says how many are not shown.
 *
 * A line that starts with `┊` goes on with the one before it, and does not count as one.
 */
export function cutDiff(lines: readonly string[], maxLines: number): CutDiff {
  const all = runsOf(lines);
  if (lines.length <= maxLines) return { lines, leftOut: NOTHING };
  const limit = fittingLimit(all, maxLines);
  const shown: string[] = [];
  const leftOut = { added: 0, removed: 0, other: 0 };
  for (const [at, run] of all.entries()) {
    if (shown.length >= maxLines && maxLines > 0) {
      // More runs than lines to show: the rest is only counted.
      const rest = countsOf(all.slice(at));
      shown.push(`... ${described(rest)} not shown ...`);
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

/** The most lines per run with which all runs fit, and no fewer than two. */
function fittingLimit(runs: readonly Run[], maxLines: number): number {
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
  // A note takes a line too: nothing is gained by one in place of a single line.
  if (run.lines.length <= limit + 1) return { lines: run.lines, leftOut: NOTHING };
  const head = run.lines.slice(0, Math.ceil(limit / 2));
  const tail = run.lines.slice(run.lines.length - Math.floor(limit / 2));
  const cut = countsOf([{ kind: run.kind, lines: run.lines.slice(head.length, run.lines.length - tail.length) }]);
  const note = isNothing(cut) ? '... the rest of a long line is not shown ...' : `... ${described(cut)} not shown ...`;
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

/** In words: `254 removed lines and 1 added line are`. */
export function described({ added, removed, other }: CutDiff['leftOut']): string {
  const pieces = [
    ...(removed > 0 ? [counted(removed, 'removed')] : []),
    ...(added > 0 ? [counted(added, 'added')] : []),
    ...(other > 0 ? [counted(other, 'other')] : []),
  ];
  return `${pieces.join(' and ')} ${added + removed + other === 1 ? 'is' : 'are'}`;
}

function counted(count: number, kind: string): string {
  return `${count} ${kind} line${count === 1 ? '' : 's'}`;
}

const NOTHING: CutDiff['leftOut'] = { added: 0, removed: 0, other: 0 };
