import type { CaseGroup } from './bench-case.ts';
import type { BenchResults } from './bench-results.ts';
import { checkBudgets } from './check-budgets.ts';
import type { CallRow } from './measure/measure-call.ts';
import type { ImportRow } from './measure/measure-imports.ts';
import type { ThroughputRow } from './measure/measure-throughput.ts';

/** The results as a Markdown page. All its numbers are measured. */
export function renderReport(results: BenchResults): string {
  return `# Benchmark results\n\n${machineLine(results)}\n\n${method(results)}\n\n${renderTables(results)}\n`;
}

/** The results as tables without the introduction. Tables without rows are left out. */
export function renderTables(results: BenchResults): string {
  const { calls, imports, throughput } = results;
  const budgets = checkBudgets(results).map((row) => [row.name, row.budget, row.measured, row.verdict]);
  return [
    section('Budgets', '', ['budget', 'limit', 'measured', 'verdict'], budgets),
    ...CALL_SECTIONS.map(({ title, text, groups }) => {
      const rows = calls.filter(({ group }) => groups.includes(group));
      return section(title, text, CALL_HEADS, rows.toSorted(byTime).map(callCells));
    }),
    section('Cold import', '', IMPORT_HEADS, imports.map(importCells)),
    section('Throughput', '', THROUGHPUT_HEADS, throughput === undefined ? [] : [throughputCells(throughput)]),
  ]
    .filter((each) => each !== '')
    .join('\n\n');
}

interface CallSection {
  readonly title: string;
  readonly text: string;
  readonly groups: readonly CaseGroup[];
}

/** Each table compares cases that do equal work. */
const CALL_SECTIONS: readonly CallSection[] = [
  {
    title: 'Bare calls',
    text: 'The arguments are validated and the tool is called, nothing else.',
    groups: ['our-bare', 'peer-bare'],
  },
  {
    title: 'Full calls',
    text: 'Ours has three middlewares, hooks, 100 policies, a listener and a check of the output. The peers have their own hooks, or one turn of their agent loop with a fake model.',
    groups: ['our-full', 'peer-full'],
  },
  { title: 'Variants of our full call', text: '', groups: ['variant'] },
  { title: 'Decisions of the approver', text: '', groups: ['decision'] },
  { title: 'Baselines', text: '', groups: ['baseline'] },
];

function byTime(a: CallRow, b: CallRow): number {
  return timeOf(a) - timeOf(b);
}

/** Failed rows come last. */
function timeOf(row: CallRow): number {
  return 'measured' in row ? row.measured.ratio : Infinity;
}

function machineLine({ machine, seconds }: BenchResults): string {
  const { cpu, cores, node, loadBefore, loadAfter } = machine;
  const load = `load ${loadBefore.toFixed(2)} before and ${loadAfter.toFixed(2)} after`;
  return `Node ${node}, ${cpu}, ${cores} cores, ${load}, ${seconds.toFixed(0)} s in all.`;
}

function method({ effort }: BenchResults): string {
  const { callRounds, batchMs, importRounds } = effort;
  return [
    'Every case calls the same tool, which has four parameters and does nothing. Before it is measured, a case must return the content',
    'for valid input and refuse invalid input. Each case runs in its own process, in turn with a plain async function:',
    `${callRounds} rounds of about ${batchMs} ms of awaited calls each. Times are CPU times, on which other processes have little effect; "wall" is`,
    'wall-clock time. "x plain" is the ratio to the plain function of the same round. Times and ratios are medians of the rounds, "best"',
    'is the fastest round, "spread" the interquartile range divided by the median, "load" the load average of the machine when the row was',
    `measured. A cold import is the CPU time of a process that only imports, minus an empty process of the same round, ${importRounds} rounds.`,
  ].join('\n');
}

const CALL_HEADS = [
  'id',
  'case',
  '-ns per call',
  '-best ns',
  '-wall ns',
  '-x plain',
  '-best x',
  '-spread',
  '-load',
  'invalid input',
  'note',
];

function callCells(row: CallRow): string[] {
  if ('failure' in row) return [row.id, row.title, ...Array<string>(8).fill('-'), `not measured: ${row.failure}`];
  const { ns, bestNs, wallNs, ratio, bestRatio, spread, load, refusal } = row.measured;
  const times = [whole(ns), whole(bestNs), whole(wallNs), ratio.toFixed(1), bestRatio.toFixed(1), spread.toFixed(2)];
  return [row.id, row.title, ...times, load.toFixed(2), refusal, row.note];
}

const IMPORT_HEADS = ['id', 'import', '-ms over empty', '-best ms', '-wall ms', '-spread', '-load'];

function importCells(row: ImportRow): string[] {
  if ('failure' in row) return [row.id, row.title, '-', '-', '-', '-', `not measured: ${row.failure}`];
  const { ms, bestMs, wallMs, spread, load } = row.measured;
  const times = [ms.toFixed(1), bestMs.toFixed(1), wallMs.toFixed(1), spread.toFixed(2), load.toFixed(2)];
  return [row.id, row.title, ...times];
}

const THROUGHPUT_HEADS = [
  'id',
  '-in flight',
  '-concurrency',
  '-settled',
  '-calls per s',
  '-peak heap MB',
  '-heap after MB',
  '-max RSS MB',
  '-load',
  'end of the process',
];

function throughputCells(row: ThroughputRow): string[] {
  if ('failure' in row) return [row.id, ...Array<string>(8).fill('-'), `not measured: ${row.failure}`];
  const { calls, limit, settled, ms, peakHeapMb, heapAfterMb, maxRssMb, exitMs, load } = row.measured;
  const counts = [calls, limit, settled, (calls * 1000) / ms, peakHeapMb].map(whole);
  const end = exitMs < 0 ? 'had to be killed' : `by itself, after ${whole(exitMs)} ms`;
  return [row.id, ...counts, heapAfterMb.toFixed(1), whole(maxRssMb), load.toFixed(2), end];
}

/** Writes a table. A head that starts with `-` belongs to a column of numbers. Empty for a table without rows. */
function section(title: string, text: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const rule = heads.map((head) => (head.startsWith('-') ? '--:' : '---'));
  const lines = [heads.map((head) => head.replace(/^-/, '')), rule, ...rows].map(line);
  return [`## ${title}`, ...(text === '' ? [] : [text]), lines.join('\n')].join('\n\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
