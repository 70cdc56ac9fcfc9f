import type { CleanCase } from './cases.ts';
import type { Change, History } from './history.ts';
import { linesOf } from './formats.ts';

export interface NamedCase extends CleanCase {
  readonly kind: 'single' | 'all';
}

/** Each change of a file alone, and all of them together, with as much context as makes every one unique. */
export function cleanCases({ old, changes }: History): NamedCase[] {
  const lines = old.replace(/\n$/, '').split('\n');
  if (old === '') return [];
  const wide = changes.map((change) => widened(lines, change)).filter((change) => change !== undefined);
  const single = wide.map((change): NamedCase => ({ kind: 'single', lines, changes: [change] }));
  const all = joined(wide);
  return all.length > 1 ? [...single, { kind: 'all', lines, changes: all }] : single;
}

/** With further neighbouring lines until the old ones are in the file once, as lines and as text. */
function widened(lines: readonly string[], change: Change): Change | undefined {
  const whole = lines.join('\n');
  let { start, rows } = change;
  for (;;) {
    const before = linesOf({ start, rows }, '-');
    const wanted = before.join('\n');
    if (before.length > 0 && wanted.trim() !== '' && whole.indexOf(wanted) === whole.lastIndexOf(wanted))
      return { start, rows };
    const end = start + before.length;
    if (start === 0 && end >= lines.length) return undefined;
    rows = rows.concat(end < lines.length ? [` ${lines[end] ?? ''}`] : []);
    if (start > 0) rows = [` ${lines[start - 1] ?? ''}`].concat(rows);
    start = Math.max(0, start - 1);
  }
}

/** Changes whose context overlaps become one. */
function joined(changes: readonly Change[]): Change[] {
  const result: Change[] = [];
  for (const change of changes) {
    const last = result.at(-1);
    const end = last ? last.start + linesOf(last, '-').length : 0;
    if (!last || change.start >= end) result.push(change);
    else {
      const merged = merge(last, change, end - change.start);
      if (merged) result[result.length - 1] = merged;
    }
  }
  return result;
}

/** Undefined where more than context overlaps. */
function merge(one: Change, other: Change, shared: number): Change | undefined {
  const head = one.rows.slice(0, one.rows.length - shared);
  const tail = other.rows.slice(shared);
  const overlap = [...one.rows.slice(-shared), ...other.rows.slice(0, shared)];
  return overlap.every((row) => row.startsWith(' '))
    ? { start: one.start, rows: [...head, ...other.rows.slice(0, shared), ...tail] }
    : undefined;
}
