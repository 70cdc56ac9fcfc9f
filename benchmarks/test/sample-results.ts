import type { CaseGroup } from '../src/bench-case.ts';
import type { BenchResults } from '../src/bench-results.ts';
import type { CallRow } from '../src/measure/measure-call.ts';
import type { ImportRow } from '../src/measure/measure-imports.ts';

export function results(measured: Partial<Pick<BenchResults, 'calls' | 'imports' | 'throughput'>>): BenchResults {
  return {
    machine: { cpu: 'a processor', cores: 2, node: 'v24.0.0', loadBefore: 0, loadAfter: 1 },
    effort: { callRounds: 1, batchMs: 1, warmUpMs: 1, importRounds: 1 },
    calls: [],
    imports: [],
    throughput: undefined,
    seconds: 1,
    ...measured,
  };
}

/** A call that takes 100 ns times the ratio. */
export function call(id: string, group: CaseGroup, ratio: number): CallRow {
  const ns = ratio * 100;
  const measured = {
    ns,
    bestNs: ns - 100,
    wallNs: ns + 100,
    ratio,
    bestRatio: ratio - 1,
    spread: 0.1,
    refusal: 'throws',
    load: 1.5,
  };
  return { id, title: `the case ${id}`, group, note: 'a note', measured };
}

export function failedCall(id: string): CallRow {
  return { id, title: `the case ${id}`, group: 'peer-bare', note: '', failure: 'it does not load' };
}

export function importTarget(id: string, kind: ImportRow['kind']) {
  return { id, title: `the package ${id}`, kind, specifiers: [id] };
}

export function imported(id: string, kind: ImportRow['kind'], ms: number): ImportRow {
  return { ...importTarget(id, kind), measured: { ms, bestMs: ms, wallMs: ms, spread: 0, load: 1.5 } };
}

export function throughputRow(change = {}): NonNullable<BenchResults['throughput']> {
  const measured = {
    calls: 100_000,
    limit: 64,
    settled: 100_000,
    inFlight: 0,
    mostAtOnce: 64,
    ms: 1000,
    peakHeapMb: 100,
    heapAfterMb: 1,
    maxRssMb: 200,
    exitMs: 5,
    load: 1.5,
  };
  return { id: 'throughput/in-flight', measured: { ...measured, ...change } };
}
