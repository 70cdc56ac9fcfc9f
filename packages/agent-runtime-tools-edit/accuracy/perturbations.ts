import { changed, quoted, rewrite, text, type CleanCase, type EditCase, type Perturbation } from './cases.ts';
import { STALE } from './stale-perturbations.ts';
import { curled } from './curled.ts';
import { INDENTED } from './indent-perturbations.ts';
import { ONE_SIDED } from './one-sided-perturbations.ts';

const same = (clean: CleanCase): EditCase => ({
  text: text(clean.lines),
  changes: clean.changes,
  right: [text(changed(clean))],
});

const CLEAN: readonly Perturbation[] = [
  { row: 'unperturbed', name: 'as it is', atLeast: 0.995, perturb: same },
  { row: 'lines shifted by 40', name: 'forty lines above', atLeast: 0.995, perturb: (clean) => shifted(clean, 0) },
  {
    row: 'lines shifted by 40',
    name: 'forty lines right above the first change',
    atLeast: 0.995,
    perturb: (clean) => shifted(clean, clean.changes[0]?.start ?? 0),
  },
  {
    row: 'lines shifted by 40',
    name: 'hints forty lines too high',
    atLeast: 0.995,
    perturb: (clean) => ({
      ...same(clean),
      changes: clean.changes.map((change) => ({ ...change, start: change.start + 40 })),
    }),
  },
];

function shifted(clean: CleanCase, at: number): EditCase {
  const filler = Array.from({ length: 40 }, (_, index) => `// line ${index} that was not there before`);
  const insert = (lines: readonly string[]): string[] => [...lines.slice(0, at), ...filler, ...lines.slice(at)];
  // The changed text differs only below the place.
  return { text: text(insert(clean.lines)), changes: clean.changes, right: [text(insert(changed(clean)))] };
}

const blanks = (chance: () => number): string => ' '.repeat(1 + Math.floor(chance() * 3));

const TRAILING: readonly Perturbation[] = [
  {
    row: 'trailing blanks',
    name: 'in the old lines as given',
    atLeast: 0.995,
    perturb: (clean, chance) => ({
      ...same(clean),
      changes: rewrite(clean.changes, (line, sign) => (sign === '+' ? line : line + blanks(chance))),
    }),
  },
  {
    row: 'trailing blanks',
    name: 'in all lines as given',
    atLeast: 0.995,
    perturb: (clean) => ({
      ...same(clean),
      changes: rewrite(clean.changes, (line) => (line === '' ? line : `${line}  `)),
    }),
  },
  {
    row: 'trailing blanks',
    name: 'in the file',
    atLeast: 0.995,
    perturb: (clean, chance) =>
      inFile(clean, (line) => (line.trim() === '' || chance() < 0.4 ? line : line + blanks(chance))),
  },
  {
    row: 'trailing blanks',
    name: 'in empty lines of the file',
    atLeast: 0.995,
    perturb: (clean) => inFile(clean, (line) => (line === '' ? '    ' : line)),
  },
];

/**
 * The file's lines differ from those quoted; what is kept keeps the file's bytes, what is new is as given. A line that
 * the changes have more than once, or between two changes, is left alone: what is kept there is a matter of taste.
 */
function inFile(clean: CleanCase, write: (line: string, index: number) => string): EditCase {
  const rows = clean.changes.flatMap((change) => change.rows.map((row) => row.slice(1)));
  const plain = rows.map((line) => line.trimEnd());
  const twice = new Set(rows.filter((line) => plain.filter((other) => other === line.trimEnd()).length > 1));
  for (const { rows: own } of clean.changes) for (const line of between(own)) twice.add(line);
  const lines = clean.lines.map((line, index) => (twice.has(line) ? line : write(line, index)));
  return { text: text(lines), changes: clean.changes, right: [text(changed({ ...clean, lines }))] };
}

/** Kept lines that have changed ones before and after them. */
function between(rows: readonly string[]): string[] {
  const first = rows.findIndex((row) => !row.startsWith(' '));
  const last = rows.findLastIndex((row) => !row.startsWith(' '));
  return rows
    .slice(first, last)
    .filter((row) => row.startsWith(' '))
    .map((row) => row.slice(1));
}

const naturallyCurled = /[\u2018-\u201f\u2010-\u2015\u2026\u00a0\u00ab\u00bb\u2212]/;

/** Only where there is something to curl, and no curly text of the file's own that nobody could tell from it. */
function curledCase(clean: CleanCase, of: string, curl: (line: string) => string = curled): EditCase | undefined {
  const rows = clean.changes.flatMap((change) => change.rows).filter((row) => of.includes(row[0] ?? ' '));
  const any = rows.some((row) => /["'-]/.test(row.slice(1)));
  if (!any || clean.changes.some((change) => change.rows.some((row) => naturallyCurled.test(row)))) return undefined;
  return { ...same(clean), changes: rewrite(clean.changes, (line, sign) => (of.includes(sign) ? curl(line) : line)) };
}

const hasMarks = (rows: readonly string[]): boolean => rows.some((row) => /["'-]/.test(row.slice(1)));

const CURLED: readonly Perturbation[] = [
  {
    row: 'curly quotes and dashes',
    name: 'in the old lines as given',
    atLeast: 0.995,
    perturb: (clean) => curledCase(clean, ' -'),
  },
  {
    row: 'curly quotes and dashes',
    name: 'in all lines as given',
    atLeast: 0.995,
    perturb: (clean) => {
      // Without a quote in the old lines nothing shows that those in the new ones are not meant.
      const shown = clean.changes.every(
        ({ rows }) =>
          hasMarks(rows.filter((row) => !row.startsWith('+'))) || !hasMarks(rows.filter((row) => row.startsWith('+'))),
      );
      return shown ? curledCase(clean, ' -+') : undefined;
    },
  },
  {
    row: 'curly quotes and dashes',
    name: 'a long dash for two hyphens in the old lines as given',
    atLeast: 0.995,
    perturb: (clean) =>
      clean.changes.every(({ rows }) => rows.some((row) => !row.startsWith('+') && row.includes('--', 1)))
        ? curledCase(clean, ' -', (line) => line.replaceAll('--', '\u2014'))
        : undefined,
  },
  {
    row: 'curly quotes and dashes',
    name: 'in the file',
    atLeast: 0.995,
    perturb: (clean) => {
      const numbers = quoted(clean.changes);
      return inFile(clean, (line, index) => (numbers.has(index) ? curled(line) : line));
    },
  },
  {
    row: 'curly quotes and dashes',
    name: 'fixed blanks in the old lines as given',
    atLeast: 0.995,
    perturb: (clean) => ({
      ...same(clean),
      changes: rewrite(clean.changes, (line, sign) => (sign === '+' ? line : line.replace(/(\S) (\S)/, '$1\u00a0$2'))),
    }),
  },
];

const ENDS: readonly Perturbation[] = [
  {
    row: 'CRLF',
    name: 'in the file',
    atLeast: 0.995,
    perturb: (clean) => ({ ...same(clean), text: text(clean.lines, '\r\n'), right: [text(changed(clean), '\r\n')] }),
  },
  {
    row: 'CRLF',
    name: 'in the lines as given',
    atLeast: 0.995,
    perturb: (clean) => ({ ...same(clean), changes: rewrite(clean.changes, (line) => `${line}\r`) }),
  },
  {
    row: 'BOM',
    name: 'in the file',
    atLeast: 0.995,
    perturb: (clean) => ({
      ...same(clean),
      text: `\ufeff${text(clean.lines)}`,
      right: [`\ufeff${text(changed(clean))}`],
    }),
  },
  {
    row: 'BOM',
    name: 'in the file and the lines as given',
    atLeast: 0.995,
    perturb: (clean) => ({
      text: `\ufeff${text(clean.lines)}`,
      right: [`\ufeff${text(changed(clean))}`],
      changes: clean.changes.map(({ start, rows }) => ({ start, rows: start === 0 ? withMark(rows) : rows })),
    }),
  },
  {
    row: 'no final newline',
    name: 'in the file',
    atLeast: 0.995,
    perturb: (clean) => ({ ...same(clean), text: clean.lines.join('\n'), right: [changed(clean).join('\n')] }),
  },
];

/** A mark before the first old and the first new line. */
function withMark(rows: readonly string[]): string[] {
  let seen = '';
  return rows.map((row) => {
    const sign = row[0] ?? ' ';
    const first = (sign !== '+' && !/[ -]/.test(seen)) || (sign !== '-' && !/[ +]/.test(seen));
    seen += sign;
    return first ? `${sign}\ufeff${row.slice(1)}` : row;
  });
}

export const PERTURBATIONS: readonly Perturbation[] = [
  ...CLEAN,
  ...TRAILING,
  ...INDENTED,
  ...CURLED,
  ...ENDS,
  ...ONE_SIDED,
  ...STALE,
];
