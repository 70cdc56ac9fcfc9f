import { changed, rewrite, text, type CleanCase, type EditCase, type Perturbation } from './cases.ts';

/** The model writes its lines in another indentation; the file's own is right. */
function given(clean: CleanCase, write: (line: string) => string): EditCase | undefined {
  const changes = rewrite(clean.changes, write);
  const touched = changes.some((change, index) => change.rows.join('\n') !== clean.changes[index]?.rows.join('\n'));
  return touched ? { text: text(clean.lines), changes, right: [text(changed(clean))] } : undefined;
}

/** The file is in another indentation than the lines as given. */
function filed(clean: CleanCase, write: (line: string) => string): EditCase | undefined {
  const lines = clean.lines.map(write);
  const fresh = changed(clean).map(write);
  const quotedRows = clean.changes.flatMap((change) => change.rows.map((row) => row.slice(1)));
  if (quotedRows.every((line) => write(line) === line)) return undefined;
  return { text: text(lines), changes: clean.changes, right: [text(fresh)] };
}

const indent = (line: string): string => /^[\t ]*/.exec(line)?.[0] ?? '';
const isTabbed = ({ lines }: CleanCase): boolean => lines.some((line) => line.startsWith('\t'));
const isSpaced = ({ lines }: CleanCase): boolean => lines.some((line) => line.startsWith('  '));
const toSpaces = (width: number) => (line: string) => line.replace(/^\t+/, (tabs) => ' '.repeat(tabs.length * width));
const toTabs = (width: number) => (line: string) =>
  line.replace(/^ +/, (blanks) => '\t'.repeat(Math.floor(blanks.length / width)) + ' '.repeat(blanks.length % width));

/** Whole levels only, as a pattern would replace them; what is left over stays. */
const levelsToTabs = (width: number) => (line: string) =>
  line.replace(new RegExp(`^( {${width}})+`), (blanks) => '\t'.repeat(blanks.length / width));

/** The spaces of a level that all lines agree on, comment stars aside. */
function unitOf({ lines }: CleanCase): number {
  const widths = lines
    .filter((line) => !/^ *\*/.test(line))
    .map((line) => indent(line).length)
    .filter((width) => width > 0);
  return [4, 2].find((unit) => widths.filter((width) => width % unit === 0).length >= widths.length * 0.95) ?? 2;
}

/** The blanks that every line has. */
function common(clean: CleanCase): string {
  const rows = clean.changes
    .flatMap((change) => change.rows.map((row) => row.slice(1)))
    .filter((line) => line.trim() !== '');
  let shared = indent(rows[0] ?? '');
  for (const row of rows) while (!row.startsWith(shared)) shared = shared.slice(0, -1);
  return shared;
}

const cut = (blanks: string) => (line: string) =>
  line.startsWith(blanks) ? line.slice(blanks.length) : line.trimStart();

/** What a line had is lost where it had less: often nothing can tell any more, and then nothing may be written. */
const UNEVEN: readonly (readonly [name: string, write: (line: string) => string])[] = [
  ['up to four blanks of each line', (line) => line.replace(/^ {1,4}/, '')],
  ['four blanks where a line has them', (line) => line.replace(/^ {4}/, '')],
  ['a tab or up to four blanks', (line) => line.replace(/^(\t| {1,4})/, '')],
  ['all indentation', (line) => line.trimStart()],
];

/** Each change quotes an old line that shows it: else its lines are as in the file, and taken as they are. */
function isShown({ changes }: CleanCase, write: (line: string) => string): boolean {
  return changes.every(({ rows }) => rows.some((row) => !row.startsWith('+') && write(row.slice(1)) !== row.slice(1)));
}

export const INDENTED: readonly Perturbation[] = [
  {
    row: 'tabs against spaces',
    name: 'spaces given, tabs in the file',
    atLeast: 0.97,
    perturb: (clean) => (isTabbed(clean) ? given(clean, toSpaces(4)) : undefined),
  },
  {
    row: 'tabs against spaces',
    name: 'two spaces given, tabs in the file',
    atLeast: 0.97,
    perturb: (clean) => (isTabbed(clean) ? given(clean, toSpaces(2)) : undefined),
  },
  {
    row: 'tabs against spaces',
    name: 'tabs given, spaces in the file',
    atLeast: 0.97,
    perturb: (clean) => (isSpaced(clean) && !isTabbed(clean) ? given(clean, toTabs(unitOf(clean))) : undefined),
  },
  {
    row: 'tabs against spaces',
    name: 'eight spaces given, tabs in the file',
    atLeast: 0.97,
    perturb: (clean) => (isTabbed(clean) ? given(clean, toSpaces(8)) : undefined),
  },
  ...[2, 4].map((width) => ({
    row: 'tabs against spaces',
    name: `a tab given for each ${width} spaces, whatever a level of the file is`,
    atLeast: 0.97,
    perturb: (clean: CleanCase) =>
      isSpaced(clean) && !isTabbed(clean) ? given(clean, levelsToTabs(width)) : undefined,
  })),
  {
    row: 'tabs against spaces',
    name: 'the file turned to tabs',
    atLeast: 0.97,
    perturb: (clean) => (isSpaced(clean) && !isTabbed(clean) ? filed(clean, toTabs(unitOf(clean))) : undefined),
  },
  {
    row: 'tabs against spaces',
    name: 'the file turned to spaces',
    atLeast: 0.97,
    perturb: (clean) => (isTabbed(clean) && !isSpaced(clean) ? filed(clean, toSpaces(4)) : undefined),
  },
  {
    row: 'dedented by 4',
    name: 'by four where all lines have them',
    atLeast: 0.97,
    perturb: (clean) => {
      const level = isTabbed(clean) ? '\t' : '    ';
      return common(clean).startsWith(level) ? given(clean, cut(level)) : undefined;
    },
  },
  {
    row: 'dedented by 4',
    name: 'by all that the lines share',
    atLeast: 0.97,
    perturb: (clean) => (common(clean) === '' ? undefined : given(clean, cut(common(clean)))),
  },
  {
    row: 'dedented by 4',
    name: 'indented by four more',
    atLeast: 0.97,
    perturb: (clean) => given(clean, (line) => (line.trim() === '' ? line : `    ${line}`)),
  },
  {
    row: 'dedented by 4',
    name: 'the file indented by four more',
    atLeast: 0.97,
    perturb: (clean) => {
      const mixes = isTabbed(clean) || clean.changes.some(({ rows }) => rows.some((row) => row.startsWith('\t', 1)));
      return mixes ? undefined : filed(clean, (line) => (line.trim() === '' ? line : `    ${line}`));
    },
  },
  ...UNEVEN.map(([name, write]) => ({
    row: 'dedented unevenly',
    name,
    atLeast: 0,
    perturb: (clean: CleanCase) => (isShown(clean, write) ? given(clean, write) : undefined),
  })),
];
