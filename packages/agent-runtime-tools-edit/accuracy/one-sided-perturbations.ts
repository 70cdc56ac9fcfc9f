import { changed, rewrite, text, type CleanCase, type EditCase, type Perturbation } from './cases.ts';
import { curled } from './curled.ts';

/** Only the old lines are written otherwise: what stays is in the new text as the file has it. */
function oldOnly(clean: CleanCase, write: (line: string) => string): EditCase | undefined {
  const changes = clean.changes.map((change) => ({
    ...change,
    rows: change.rows.flatMap((row) => oneSided(row, write)),
  }));
  const isShown = changes.every(
    ({ rows }, index) =>
      oldRows(rows) !== oldRows(clean.changes[index]?.rows ?? []) && !rows.every((row) => row.startsWith(' ')),
  );
  return isShown ? { text: text(clean.lines), changes, right: [text(changed(clean))] } : undefined;
}

function oneSided(row: string, write: (line: string) => string): string[] {
  const [sign, line] = [row.slice(0, 1), row.slice(1)];
  if (sign === '+' || write(line) === line) return [row];
  return sign === '-' ? [`-${write(line)}`] : [`-${write(line)}`, row.replace(' ', '+')];
}

function oldRows(rows: readonly string[]): string {
  return rows
    .filter((row) => !row.startsWith('+'))
    .map((row) => row.slice(1))
    .join('\n');
}

/** In every line of the file, equal ones and those between changes too. What stays keeps it, what is new has none. */
function everywhere(clean: CleanCase, write: (line: string) => string): EditCase {
  const lines = clean.lines.map(write);
  return { text: text(lines), changes: clean.changes, right: [text(changed({ ...clean, lines }))] };
}

/** Some lines as given, by their content, so that a repeated line is written alike. */
function some(line: string, write: (line: string) => string): string {
  let sum = 0;
  for (let at = 0; at < line.length; at += 1) sum = (sum * 31 + line.charCodeAt(at)) % 1009;
  return sum % 2 === 0 ? write(line) : line;
}

const TYPOGRAPHIC = /[\u2010-\u201f\u2026\u00a0\u00ab\u00bb\u2212]/;

/** Nobody could tell characters from the author's own, or new blank lines from such a change. */
const isPlain = ({ changes }: CleanCase): boolean =>
  !changes.some(({ rows }) => rows.some((row) => TYPOGRAPHIC.test(row) || /^[-+]\s+$/.test(row)));

const ONLY_OLD = 'only the old lines indented otherwise';
const REPEATED = 'trailing blanks in the file, equal lines among the changes';
const SOME = 'curly quotes in some of the lines';

const OLD: readonly (readonly [row: string, name: string, atLeast: number, write: (line: string) => string])[] = [
  ['trailing blanks', 'in the old lines, not where they are repeated', 0.995, (line) => `${line}  `],
  ['curly quotes and dashes', 'in the old lines, not where they are repeated', 0.995, curled],
  [ONLY_OLD, 'without four blanks', 0, (line) => line.replace(/^ {4}/, '')],
  [ONLY_OLD, 'without up to four blanks', 0, (line) => line.replace(/^ {1,4}/, '')],
  [ONLY_OLD, 'without any', 0, (line) => line.trimStart()],
  [ONLY_OLD, 'with tabs for two spaces', 0, (line) => line.replace(/^( {2})+/, (all) => '\t'.repeat(all.length / 2))],
  [ONLY_OLD, 'with four spaces for a tab', 0, (line) => line.replace(/^\t+/, (all) => '    '.repeat(all.length))],
];

export const ONE_SIDED: readonly Perturbation[] = [
  ...OLD.map(([row, name, atLeast, write]) => ({
    row,
    name,
    atLeast,
    perturb: (clean: CleanCase) => (isPlain(clean) ? oldOnly(clean, write) : undefined),
  })),
  { row: REPEATED, name: 'in all lines', atLeast: 0, perturb: (clean) => everywhere(clean, (line) => `${line}  `) },
  {
    row: REPEATED,
    name: 'in some lines',
    atLeast: 0,
    perturb: (clean) => everywhere(clean, (line) => (line === '' ? line : some(line, (each) => `${each} `))),
  },
  {
    row: SOME,
    name: 'as given',
    atLeast: 0,
    perturb: (clean) => {
      const changes = rewrite(clean.changes, (line) => some(line, curled));
      const isShown = changes.every(({ rows }) =>
        rows.some((row) => !row.startsWith('+') && /[\u2013-\u201d]/.test(row)),
      );
      return isPlain(clean) && isShown && !TYPOGRAPHIC.test(clean.lines.join('\n'))
        ? { text: text(clean.lines), changes, right: [text(changed(clean))] }
        : undefined;
    },
  },
  {
    row: SOME,
    name: 'of the file',
    atLeast: 0,
    perturb: (clean) => everywhere(clean, (line) => some(line, curled)),
  },
];
