import type { Change } from './history.ts';

/** A file, the requested changes, and the correct results. */
export interface EditCase {
  readonly text: string;
  readonly changes: readonly Change[];
  /** The correct resulting texts. */
  readonly right: readonly string[];
  /** Only a format with line numbers can be right; the others have to refuse. */
  readonly byHint?: boolean;
}

/** A file and changes that match it exactly. */
export interface CleanCase {
  readonly lines: readonly string[];
  readonly changes: readonly Change[];
}

export interface Perturbation {
  readonly row: string;
  readonly name: string;
  /** The required share of right results. Wrong ones are never allowed. */
  readonly atLeast: number;
  /** Undefined if the perturbation does not apply to the case. */
  readonly perturb: (clean: CleanCase, chance: () => number) => EditCase | undefined;
}

/** The lines after all changes; `write` rewrites the added lines. */
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
