import type { Change } from './history.ts';

/** A file, what is asked for, and what is right. */
export interface EditCase {
  readonly text: string;
  readonly changes: readonly Change[];
  /** The texts that count as right. */
  readonly right: readonly string[];
  /** Only a format that names the line can be right: the others have to refuse. */
  readonly byHint?: boolean;
}

/** A clean case: a file without its last newline's quirks, changes that fit it, what they make of it. */
export interface CleanCase {
  readonly lines: readonly string[];
  readonly changes: readonly Change[];
}

export interface Perturbation {
  readonly row: string;
  readonly name: string;
  /** The share of right results that is asked for. Wrong ones are never allowed. */
  readonly atLeast: number;
  /** Undefined where the perturbation has nothing to act on. */
  readonly perturb: (clean: CleanCase, chance: () => number) => EditCase | undefined;
}

/** The lines after all changes; with `write`, added lines are written differently. */
export function changed({ lines, changes }: CleanCase, write: (line: string) => string = (line) => line): string[] {
  const result: string[] = [];
  let at = 0;
  for (const { start, rows } of changes) {
    result.push(...lines.slice(at, start));
    at = start;
    for (const row of rows) {
      if (row.startsWith('+')) result.push(write(row.slice(1)));
      else {
        if (row.startsWith(' ')) result.push(lines[at] ?? '');
        at += 1;
      }
    }
  }
  return [...result, ...lines.slice(at)];
}

export function text(lines: readonly string[], end = '\n'): string {
  return lines.length === 0 ? '' : lines.join(end) + end;
}

/** Rewrites the rows of changes: `sign` is that of the row. */
export function rewrite(changes: readonly Change[], write: (line: string, sign: string) => string): Change[] {
  return changes.map(({ start, rows }) => ({
    start,
    rows: rows.map((row) => (row[0] ?? ' ') + write(row.slice(1), row[0] ?? ' ')),
  }));
}

/** The numbers of the old lines that the changes quote. */
export function quoted(changes: readonly Change[]): Set<number> {
  const numbers = new Set<number>();
  for (const { start, rows } of changes) {
    let at = start;
    for (const row of rows) if (!row.startsWith('+')) numbers.add(at++);
  }
  return numbers;
}
