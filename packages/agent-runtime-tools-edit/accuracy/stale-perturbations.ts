import { changed, quoted, text, type CleanCase, type EditCase, type Perturbation } from './cases.ts';
import type { Change } from './history.ts';

/** Positions, in the rows of a change, of lines that pass a test. */
function rowsWhere({ rows }: Change, test: (line: string, sign: string) => boolean): number[] {
  return rows.flatMap((row, index) => (test(row.slice(1), row[0] ?? ' ') ? [index] : []));
}

function pick<T>(from: readonly T[], chance: () => number): T | undefined {
  return from[Math.floor(chance() * from.length)];
}

/** The old line that a row quotes. */
function lineOf({ start, rows }: Change, row: number): number {
  return start + rows.slice(0, row).filter((each) => !each.startsWith('+')).length;
}

function neighbour(clean: CleanCase, chance: () => number, write: (line: string) => string): EditCase | undefined {
  const change = pick(clean.changes, chance);
  const row =
    change &&
    pick(
      rowsWhere(change, (line, sign) => sign === ' ' && line.trim().length > 3),
      chance,
    );
  if (!change || row === undefined) return undefined;
  const at = lineOf(change, row);
  const stale = { ...clean, lines: clean.lines.map((line, index) => (index === at ? write(line) : line)) };
  return { text: text(stale.lines), changes: clean.changes, right: [text(changed(stale))] };
}

/** The old lines of the first change once more, elsewhere. */
function duplicated(clean: CleanCase, place: 'end' | 'before' | 'start'): EditCase | undefined {
  const [change] = clean.changes;
  if (!change || clean.changes.length > 1) return undefined;
  const copy = change.rows.filter((row) => !row.startsWith('+')).map((row) => row.slice(1));
  if (copy.length === 0) return undefined;
  const at = { end: clean.lines.length, before: change.start, start: 0 }[place];
  const lines = [...clean.lines.slice(0, at), ...copy, ...clean.lines.slice(at)];
  // By its hint: the place that begins in the line which the change names.
  const hinted = lines.slice(change.start, change.start + copy.length).join('\n') === copy.join('\n');
  return {
    text: text(lines),
    changes: clean.changes,
    right: hinted ? [text(changed({ lines, changes: clean.changes }))] : [],
    byHint: true,
  };
}

/** The quoted lines become others that are like them. */
function gone(
  clean: CleanCase,
  which: (sign: string, row: number) => boolean,
  write: (line: string) => string,
): EditCase | undefined {
  const [change] = clean.changes;
  if (!change || clean.changes.length > 1) return undefined;
  const numbers = new Set(
    rowsWhere(change, (line, sign) => sign !== '+' && line.trim() !== '')
      .filter((row) => which(change.rows[row]?.[0] ?? ' ', row))
      .map((row) => lineOf(change, row)),
  );
  const lines = clean.lines.map((line, index) => (numbers.has(index) ? write(line) : line));
  return text(lines) === text(clean.lines) ? undefined : { text: text(lines), changes: clean.changes, right: [] };
}

function isMoreThanNeighbour(clean: CleanCase, edit: EditCase): boolean {
  const now = edit.text.split('\n');
  const differing = clean.changes.flatMap((change) =>
    rowsWhere(change, (_, sign) => sign !== '+').filter(
      (row) => now[lineOf(change, row)] !== clean.lines[lineOf(change, row)],
    ),
  );
  return differing.length > 1 || differing.some((row) => clean.changes[0]?.rows[row]?.startsWith('-') === true);
}

const renamed = (line: string): string => line.replaceAll(/[A-Za-z]{3,}/g, (word) => `${word}2`);
const reworded = (line: string): string => line.replace(/[A-Za-z]{2,}/, 'other');
const renumbered = (line: string): string => line.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));

/** One slip in one of the old lines; where the line is kept, in its repetition too. */
function misspelt(clean: CleanCase, chance: () => number, { mirrored }: { mirrored: boolean }): EditCase | undefined {
  const change = pick(clean.changes, chance);
  const old = change ? rowsWhere(change, (_, sign) => sign !== '+') : [];
  const row =
    change &&
    pick(
      old.filter((index) => /[a-z]{4,}/.test(change.rows[index] ?? '')),
      chance,
    );
  if (!change || row === undefined || old.length < 6) return undefined;
  const sign = change.rows[row]?.[0] ?? ' ';
  const line = change.rows[row]?.slice(1) ?? '';
  if (slip(line) === line) return undefined;
  const rows = change.rows.flatMap((each, index) => {
    if (index !== row) return [each];
    return mirrored || sign !== ' ' ? [sign + slip(line)] : [`-${slip(line)}`, `+${line}`];
  });
  const changes = clean.changes.map((each) => (each === change ? { ...each, rows } : each));
  return { text: text(clean.lines), changes, right: [text(changed(clean))] };
}

/** The last of the old lines lacks its last letter; where it is kept, its repetition does not. */
function cutOff(clean: CleanCase): EditCase | undefined {
  const [change] = clean.changes;
  if (!change || clean.changes.length > 1) return undefined;
  const row = change.rows.findLastIndex((each) => !each.startsWith('+'));
  const line = change.rows[row]?.slice(1) ?? '';
  if (rowsWhere(change, (_, sign) => sign !== '+').length < 6 || line.trim().length < 4) return undefined;
  const shown = [`-${line.slice(0, -1)}`, ...(change.rows[row]?.startsWith(' ') === true ? [`+${line}`] : [])];
  const rows = change.rows.flatMap((each, index) => (index === row ? shown : [each]));
  return { text: text(clean.lines), changes: [{ ...change, rows }], right: [text(changed(clean))] };
}

/** Two letters of a word swapped. */
const slip = (line: string): string =>
  line.replace(/[a-z]{4,}/, (word) => word.slice(0, 1) + (word[2] ?? '') + (word[1] ?? '') + word.slice(3));

export const STALE: readonly Perturbation[] = [
  {
    row: 'a neighbouring line changed',
    name: 'by an addition',
    atLeast: 0.5,
    perturb: (clean, chance) => neighbour(clean, chance, (line) => `${line} // see above`),
  },
  {
    row: 'a neighbouring line changed',
    name: 'to another',
    atLeast: 0.5,
    perturb: (clean, chance) => neighbour(clean, chance, () => 'something entirely different();'),
  },
  {
    row: 'a neighbouring line changed',
    name: 'in one word',
    atLeast: 0.5,
    perturb: (clean, chance) => neighbour(clean, chance, reworded),
  },
  {
    row: 'a neighbouring line changed',
    name: 'in its indentation',
    atLeast: 0.3,
    perturb: (clean, chance) => neighbour(clean, chance, (line) => `  ${line}`),
  },
  { row: 'the target duplicated', name: 'at the end', atLeast: 0, perturb: (clean) => duplicated(clean, 'end') },
  { row: 'the target duplicated', name: 'right before', atLeast: 0, perturb: (clean) => duplicated(clean, 'before') },
  { row: 'the target duplicated', name: 'at the start', atLeast: 0, perturb: (clean) => duplicated(clean, 'start') },
  {
    row: 'the target duplicated',
    name: 'at the end, hints five lines too high',
    atLeast: 0,
    perturb: (clean) => {
      const edit = duplicated(clean, 'end');
      // Right below, the hint names the copy.
      const isNear = clean.lines.length - (clean.changes[0]?.start ?? 0) === 5;
      return isNear
        ? undefined
        : edit && { ...edit, changes: edit.changes.map((change) => ({ ...change, start: change.start + 5 })) };
    },
  },
  {
    row: 'the target gone, a similar block there',
    name: 'the change made already',
    atLeast: 0,
    perturb: (clean) => {
      const done = text(changed(clean));
      const old = clean.changes.map(({ rows }) =>
        text(rows.filter((row) => !row.startsWith('+')).map((row) => row.slice(1))),
      );
      return old.some((each) => done.includes(each.trimEnd()))
        ? undefined
        : { text: done, changes: clean.changes, right: [] };
    },
  },
  {
    row: 'the target gone, a similar block there',
    name: 'all names differ',
    atLeast: 0,
    perturb: (clean) => gone(clean, () => true, renamed),
  },
  {
    row: 'the target gone, a similar block there',
    name: 'the changed lines differ in a word',
    atLeast: 0,
    perturb: (clean) => gone(clean, (sign) => sign === '-', reworded),
  },
  {
    row: 'the target gone, a similar block there',
    name: 'the changed lines differ in a number',
    atLeast: 0,
    perturb: (clean) => gone(clean, (sign) => sign === '-', renumbered),
  },
  {
    row: 'the target gone, a similar block there',
    name: 'every second line differs',
    atLeast: 0,
    perturb: (clean) => {
      const edit = gone(clean, (_, row) => row % 2 === 0, reworded);
      // A single line that stays is a neighbouring line that changed.
      return edit !== undefined && isMoreThanNeighbour(clean, edit) ? edit : undefined;
    },
  },
  {
    row: 'the target gone, a similar block there',
    name: 'all lines removed, a similar block at the end',
    atLeast: 0,
    perturb: (clean) => {
      const numbers = quoted(clean.changes);
      const copy = clean.lines.filter((_, index) => numbers.has(index)).map(renamed);
      if (clean.changes.length > 1 || copy.join('').length < 20 || !/[A-Za-z]{3}/.test(copy.join(''))) return undefined;
      const lines = [...clean.lines.filter((_, index) => !numbers.has(index)), ...copy];
      return { text: text(lines), changes: clean.changes, right: [] };
    },
  },
  {
    row: 'a typo in one of six lines',
    name: 'repeated where the line is kept',
    atLeast: 0.4,
    perturb: (clean, chance) => misspelt(clean, chance, { mirrored: true }),
  },
  {
    row: 'a typo in one of six lines',
    name: 'the last letter of the old lines missing',
    atLeast: 0.5,
    perturb: (clean) => cutOff(clean),
  },
  {
    row: 'a typo in one of six lines',
    name: 'in the old lines only',
    atLeast: 0.5,
    perturb: (clean, chance) => misspelt(clean, chance, { mirrored: false }),
  },
];
