import type { BenchResults } from './bench-results.ts';
import { judgeBudgets } from './judge-budgets.ts';
import type { CallRow } from './measure/measure-call.ts';
import type { ImportRow } from './measure/measure-imports.ts';
import type { ThroughputRow } from './measure/measure-throughput.ts';

/** The results as a page. */
export function renderReport(results: BenchResults): string {
  return `# Benchmark results\n\n${machineLine(results)}\n\n${method(results)}\n\n${renderTables(results)}\n`;
}

/** The results as tables alone; what was not measured is left out. */
export function renderTables(results: BenchResults): string {
  const { calls, imports, throughput } = results;
  const budgets = judgeBudgets(results).map((row) => [row.name, row.budget, row.measured, row.verdict]);
  return [
    section('Budgets', ['budget', 'limit', 'measured', 'verdict'], budgets),
    section('Calls', CALL_HEADS, calls.map(callCells)),
    section(
      'Cold import',
      ['id', 'import', '-ms over empty', '-best ms', '-wall ms', '-spread'],
      imports.map(importCells),
    ),
    section('Throughput', THROUGHPUT_HEADS, throughput === undefined ? [] : [throughputCells(throughput)]),
  ]
    .filter((each) => each !== '')
    .join('\n\n');
}

function machineLine({ machine, seconds }: BenchResults): string {
  const { cpu, cores, node, loadBefore, loadAfter } = machine;
  const load = `load ${loadBefore.toFixed(2)} before and ${loadAfter.toFixed(2)} after`;
  return `Node ${node}, ${cpu}, ${cores} cores, ${load}, ${seconds.toFixed(0)} s in all.`;
}

function method({ effort }: BenchResults): string {
  const { callRounds, batchMs, importRounds } = effort;
  return [
    'Every case calls the same tool, which validates four parameters and does nothing. Before it is measured, a case must give the',
    'content for good input and refuse bad input. Each case runs in a process of its own beside a plain async function: by turns,',
    `${callRounds} rounds of about ${batchMs} ms of awaited calls each. Times are CPU times, which a busy machine disturbs less; "wall" is the`,
    'time that passes. "x plain" is the ratio within a round. Times and ratios are medians over the rounds, "best" is the quietest',
    'round, "spread" the middle half of the rounds as a share of the median. A cold import is the time of a process from start to end',
    `that only imports, over an empty process of the same round, ${importRounds} rounds. Peers are measured without middlewares, hooks,`,
    'policies or events; a "loop" is one turn of a whole agent loop with a fake model.',
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
  'bad input',
  'note',
];

function callCells(row: CallRow): string[] {
  if ('failure' in row) return [row.id, row.title, ...Array<string>(7).fill('-'), `not measured: ${row.failure}`];
  const { ns, bestNs, wallNs, ratio, bestRatio, spread, refusal } = row.measured;
  const times = [whole(ns), whole(bestNs), whole(wallNs), ratio.toFixed(1), bestRatio.toFixed(1), spread.toFixed(2)];
  return [row.id, row.title, ...times, refusal, row.kind === 'loop' ? `loop: ${row.note}` : row.note];
}

function importCells(row: ImportRow): string[] {
  if ('failure' in row) return [row.id, row.title, '-', '-', '-', `not measured: ${row.failure}`];
  const { ms, bestMs, wallMs, spread } = row.measured;
  return [row.id, row.title, ms.toFixed(1), bestMs.toFixed(1), wallMs.toFixed(1), spread.toFixed(2)];
}

const THROUGHPUT_HEADS = [
  'id',
  '-in flight',
  '-places',
  '-settled',
  '-calls per s',
  '-peak heap MB',
  '-heap after MB',
  '-max RSS MB',
  'end of the process',
];

function throughputCells(row: ThroughputRow): string[] {
  if ('failure' in row) return [row.id, ...Array<string>(7).fill('-'), `not measured: ${row.failure}`];
  const { calls, limit, settled, ms, peakHeapMb, heapAfterMb, maxRssMb, exitMs } = row.measured;
  const counts = [calls, limit, settled, (calls * 1000) / ms, peakHeapMb].map(whole);
  const end = exitMs < 0 ? 'had to be killed' : `by itself, after ${whole(exitMs)} ms`;
  return [row.id, ...counts, heapAfterMb.toFixed(1), whole(maxRssMb), end];
}

/** A head that starts with `-` is of a column of numbers. Nothing for a table without rows. */
function section(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const rule = heads.map((head) => (head.startsWith('-') ? '--:' : '---'));
  const lines = [heads.map((head) => head.replace(/^-/, '')), rule, ...rows].map(line);
  return `## ${title}\n\n${lines.join('\n')}`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}
