import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge, type Counts, type Judgement } from './judge.ts';
import { SOURCES, readSources } from './sources.ts';

/** Prints the accuracy table; with `--write`, puts it into the README. */
function main(): void {
  const judgement = judge(readSources());
  const table = tableOf(judgement);
  console.log(table);
  for (const line of judgement.wrong.slice(0, 20)) console.log(`wrong: ${line}`);
  if (process.argv.includes('--write')) write(table);
  if (judgement.wrong.length > 0) process.exitCode = 1;
}

function tableOf({ hunks, files, tallies, times }: Judgement): string {
  const rows = [...new Set(tallies.map(({ row }) => row))].flatMap((row) => {
    const own = tallies.filter((tally) => tally.row === row);
    const patches = sum(
      `${row}: patches and unified diffs`,
      own.map((tally) => tally.patches),
    );
    return [sum(row, own), ...(IN_PATCHES.has(row) ? [patches] : [])];
  });
  const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(2);
  return [
    `${hunks.toLocaleString('en')} hunks of ${files.toLocaleString('en')} files from ${SOURCES.length} packages, ${times.length.toLocaleString('en')} edits:`,
    `median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms.`,
    '',
    '| perturbation | edits | right | refused | wrong |',
    '|---|--:|--:|--:|--:|',
    ...rows.map(
      ({ row, cases, right, refused, wrong }) =>
        `| ${row} | ${cases.toLocaleString('en')} | ${percent(right, cases)} | ${percent(refused, cases)} | ${percent(wrong, cases)} |`,
    ),
  ].join('\n');
}

/** Rows that are also counted for patches alone, which mark the kept lines. */
const IN_PATCHES: ReadonlySet<string> = new Set(['a neighbouring line changed', 'a typo in one of six lines']);

function sum(row: string, all: readonly Counts[]): Counts & { readonly row: string } {
  const total = { row, cases: 0, right: 0, refused: 0, wrong: 0 };
  for (const { cases, right, refused, wrong } of all) {
    total.cases += cases;
    total.right += right;
    total.refused += refused;
    total.wrong += wrong;
  }
  return total;
}

function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  // Never rounded to 0 or 100 %.
  const digits = part > 0 && part < whole && (share < 0.05 || share > 99.95) ? 3 : 1;
  return `${share.toFixed(digits)} %`;
}

const MARKS = ['<!-- accuracy: made by "pnpm accuracy --write" -->', '<!-- end of accuracy -->'] as const;

function write(table: string): void {
  const path = join(import.meta.dirname, '../README.md');
  const readme = readFileSync(path, 'utf8');
  const [start, end] = MARKS.map((mark) => readme.indexOf(mark)) as [number, number];
  if (start === -1 || end === -1) throw new Error(`README.md lacks ${MARKS.join(' and ')}.`);
  writeFileSync(path, `${readme.slice(0, start + MARKS[0].length)}\n\n${table}\n\n${readme.slice(end)}`);
}

main();
