import { measuredOf, type BenchResults } from './bench-results.ts';

export interface BudgetRow {
  readonly name: string;
  readonly budget: string;
  readonly measured: string;
  readonly verdict: 'pass' | 'FAIL' | 'not measured';
}

/** What a call and an import may cost. */
export const BUDGETS = {
  callRatio: 12,
  callRatioGoal: 8,
  coreImportMs: 40,
  allImportMs: 150,
  fileMicros: 2,
  commandMicros: 40,
} as const;

export const FULL_CALL = 'ours/full';
export const CORE_IMPORT = 'import/core';
export const ALL_IMPORT = 'import/all';

export function judgeBudgets(results: BenchResults): BudgetRow[] {
  return [
    fullCall(results),
    fasterCall(results),
    coldImport(results, CORE_IMPORT, 'cold import of core over an empty process', BUDGETS.coreImportMs),
    fasterImport(results),
    coldImport(results, ALL_IMPORT, 'cold import of every pack, hooks and approval', BUDGETS.allImportMs),
    decision(results, 'decide/file', 'a decision on a file tool, in a workspace', BUDGETS.fileMicros),
    decision(results, 'decide/file-folders', 'a decision on a file tool, in plain folders', BUDGETS.fileMicros),
    decision(results, 'decide/command', 'a decision on a short command', BUDGETS.commandMicros),
    throughput(results),
  ];
}

function fullCall({ calls }: BenchResults): BudgetRow {
  const name = 'a full call against a plain async function';
  const budget = `at most ${BUDGETS.callRatio}x, goal ${BUDGETS.callRatioGoal}x`;
  const ratio = measuredOf(calls, FULL_CALL)?.ratio;
  if (ratio === undefined) return { name, budget, ...NOT_MEASURED };
  const goal = ratio <= BUDGETS.callRatioGoal ? 'goal reached' : 'goal not reached';
  return { name, budget, measured: `${ratio.toFixed(1)}x, ${goal}`, verdict: verdict(ratio <= BUDGETS.callRatio) };
}

function fasterCall({ calls }: BenchResults): BudgetRow {
  const peers = calls
    .filter(({ kind }) => kind === 'peer')
    .map(({ id, title }) => ({ title, cost: measuredOf(calls, id)?.ratio }));
  const cost = measuredOf(calls, FULL_CALL)?.ratio;
  return fasterThanPeers("a full call against every peer's bare call", cost, peers, (ratio) => `${ratio.toFixed(1)}x`);
}

function coldImport({ imports }: BenchResults, id: string, name: string, limitMs: number): BudgetRow {
  const budget = `at most ${limitMs} ms`;
  const ms = measuredOf(imports, id)?.ms;
  if (ms === undefined) return { name, budget, ...NOT_MEASURED };
  return { name, budget, measured: `${ms.toFixed(1)} ms`, verdict: verdict(ms <= limitMs) };
}

function fasterImport({ imports }: BenchResults): BudgetRow {
  const peers = imports
    .filter(({ kind }) => kind === 'peer')
    .map(({ id, title }) => ({ title, cost: measuredOf(imports, id)?.ms }));
  const cost = measuredOf(imports, CORE_IMPORT)?.ms;
  return fasterThanPeers("cold import of core against every peer's", cost, peers, (ms) => `${ms.toFixed(0)} ms`);
}

function decision({ calls }: BenchResults, id: string, name: string, limitMicros: number): BudgetRow {
  const budget = `at most ${limitMicros} µs`;
  const ns = measuredOf(calls, id)?.ns;
  if (ns === undefined) return { name, budget, ...NOT_MEASURED };
  const micros = ns / 1000;
  return { name, budget, measured: `${micros.toFixed(2)} µs`, verdict: verdict(micros <= limitMicros) };
}

function throughput({ throughput: row }: BenchResults): BudgetRow {
  const name = '100,000 calls in flight through 64 places';
  const budget = 'all settle, nothing stays, the process ends by itself';
  if (row === undefined) return { name, budget, ...NOT_MEASURED };
  if ('failure' in row) return { name, budget, measured: row.failure, verdict: 'FAIL' };
  const { calls, limit, settled, inFlight, mostAtOnce, exitMs } = row.measured;
  const ended = exitMs < 0 ? 'had to be killed' : `ended after ${exitMs.toFixed(0)} ms`;
  return {
    name,
    budget,
    measured: `${settled.toLocaleString('en')} of ${calls.toLocaleString('en')} settled, ${mostAtOnce} at once, ${ended}`,
    verdict: verdict(settled === calls && inFlight === 0 && mostAtOnce === Math.min(limit, calls) && exitMs >= 0),
  };
}

interface Peer {
  readonly title: string;
  readonly cost: number | undefined;
}

function fasterThanPeers(
  name: string,
  cost: number | undefined,
  peers: readonly Peer[],
  show: (cost: number) => string,
): BudgetRow {
  const budget = 'less than each';
  const measuredPeers = peers.filter((peer): peer is Peer & { cost: number } => peer.cost !== undefined);
  const fastest = measuredPeers.toSorted((a, b) => a.cost - b.cost)[0];
  if (cost === undefined || fastest === undefined) return { name, budget, ...NOT_MEASURED };
  const missing = peers.length - measuredPeers.length;
  const unknown = missing === 0 ? '' : `; ${missing} not measured`;
  return {
    name,
    budget,
    measured: `${show(cost)}, the fastest peer ${show(fastest.cost)} (${fastest.title})${unknown}`,
    verdict: verdict(cost < fastest.cost),
  };
}

function verdict(met: boolean): BudgetRow['verdict'] {
  return met ? 'pass' : 'FAIL';
}

const NOT_MEASURED = { measured: '-', verdict: 'not measured' } as const;
