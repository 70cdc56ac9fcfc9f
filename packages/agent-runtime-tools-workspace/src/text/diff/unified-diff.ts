import { changedLines, type LineChange } from './changed-lines.ts';
import { quotePath } from './quote-path.ts';

export interface UnifiedDiffOptions {
  /** The old path, relative, with `/`. Default: the new path. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Unchanged lines around a change. */
  readonly context?: number | undefined;
  /** Hunks beyond this many lines are replaced by a line that says so. */
  readonly maxLines?: number | undefined;
}

export interface UnifiedDiff {
  /** Empty if nothing changed. `git apply` accepts it unless it is truncated. */
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  /** The text was cut at `maxLines`; the numbers count everything. */
  readonly truncated: boolean;
}

/** The unified diff from one text to another. Undefined stands for a file that does not exist. */
export function unifiedDiff(
  before: string | undefined,
  after: string | undefined,
  { from, to, context = 3, maxLines = 5000 }: UnifiedDiffOptions = {},
): UnifiedDiff {
  if (before === after) return { text: '', added: 0, removed: 0, truncated: false };
  const old = splitLines(before ?? '');
  const changed = splitLines(after ?? '');
  const changes = changedLines(old, changed);
  let added = 0;
  let removed = 0;
  for (const [fromStart, fromEnd, toStart, toEnd] of changes) {
    removed += fromEnd - fromStart;
    added += toEnd - toStart;
  }
  const lines = [
    `--- ${before === undefined ? '/dev/null' : headerPath('a', from ?? to)}\n`,
    `+++ ${after === undefined ? '/dev/null' : headerPath('b', to ?? from)}\n`,
  ];
  let truncated = false;
  for (const group of groupChanges(changes, context)) {
    if (lines.length + hunkLength(group) > maxLines + 2) {
      truncated = true;
      lines.push(`... ${group.length === changes.length ? 'the' : 'more of the'} change is left out: it is too long\n`);
      break;
    }
    writeHunk(group, { old, changed, context, lines });
  }
  return { text: lines.join(''), added, removed, truncated };
}

/** Lines with their line breaks; the last one may have none. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start) + 1;
    if (end === 0) break;
    lines.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

function headerPath(side: 'a' | 'b', path = 'file'): string {
  const name = `${side}/${path}`;
  const quoted = quotePath(name);
  // As in git, a tab ends a path that contains a blank.
  return quoted === name && name.includes(' ') ? `${name}\t` : quoted;
}

/** Puts changes whose context would overlap into one hunk. */
function groupChanges(changes: readonly LineChange[], context: number): LineChange[][] {
  const groups: LineChange[][] = [];
  let last: LineChange[] | undefined;
  for (const change of changes) {
    const previous = last?.at(-1);
    if (last && previous && change[0] - previous[1] <= context * 2) last.push(change);
    else groups.push((last = [change]));
  }
  return groups;
}

function hunkLength(group: readonly LineChange[]): number {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return 0;
  return last[1] - first[0] + (last[3] - first[2]);
}

interface HunkTarget {
  readonly old: readonly string[];
  readonly changed: readonly string[];
  readonly context: number;
  readonly lines: string[];
}

function writeHunk(group: readonly LineChange[], { old, changed, context, lines }: HunkTarget): void {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return;
  const lead = Math.min(context, first[0], first[2]);
  const trail = Math.min(context, old.length - last[1], changed.length - last[3]);
  const fromRange = range(first[0] - lead, last[1] + trail);
  lines.push(`@@ -${fromRange} +${range(first[2] - lead, last[3] + trail)} @@\n`);
  let at = first[0] - lead;
  for (const [fromStart, fromEnd, toStart, toEnd] of group) {
    for (; at < fromStart; at += 1) lines.push(marked(' ', old[at]));
    for (; at < fromEnd; at += 1) lines.push(marked('-', old[at]));
    for (let index = toStart; index < toEnd; index += 1) lines.push(marked('+', changed[index]));
  }
  for (const end = last[1] + trail; at < end; at += 1) lines.push(marked(' ', old[at]));
}

/** By the format, an empty range names the line before it. */
function range(start: number, end: number): string {
  const length = end - start;
  if (length === 1) return String(start + 1);
  return `${length === 0 ? start : start + 1},${length}`;
}

function marked(sign: ' ' | '+' | '-', line = ''): string {
  return line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`;
}
