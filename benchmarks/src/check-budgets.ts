import type { CaseGroup } from './bench-case.ts';
import { measuredOf, type BenchResults } from './bench-results.ts';
import type { CallFigures } from './measure/measure-call.ts';

export interface BudgetRow {
  readonly name: string;
  readonly budget: string;
  readonly measured: string;
  readonly verdict: 'pass' | 'FAIL' | 'not measured';
}

/** The limits for times and savings. Further budgets compare with peers. */
export const BUDGETS = {
  judgedTurnMicros: 20,
  fileTurnMicros: 20,
  commandTurnMicros: 40,
  fastValidatorSaving: 0.1,
  extensionsRatio: 3,
  coreImportMs: 40,
  allImportMs: 150,
} as const;

export const BARE_CALL = 'ours/bare';
export const FULL_CALL = 'ours/full';
export const CORE_IMPORT = 'import/core';

/** Compares the results with all budgets. */
export function checkBudgets(results: BenchResults): BudgetRow[] {
  return [
    comparedWithPeers(results, BARE_CALL, "a bare call, against every peer's bare call", 'less than each'),
    comparedWithPeers(results, FULL_CALL, "a full call, against the fastest peer's bare call", 'at most the fastest'),
    timeLimit(
      results,
      'ours/full-judged-turn',
      'a full call judged by its path, in its own turn of the event loop',
      BUDGETS.judgedTurnMicros,
    ),
    timeLimit(
      results,
      'decide/files-turn',
      'a decision on a path, in its own turn of the event loop',
      BUDGETS.fileTurnMicros,
    ),
    timeLimit(
      results,
      'decide/command-turn',
      'a decision on a short command, in its own turn of the event loop',
      BUDGETS.commandTurnMicros,
    ),
    extensionsCost(results),
    fastValidatorSaving(results),
    coldImport(results, CORE_IMPORT, 'cold import of core, more than an empty process', BUDGETS.coreImportMs),
    fasterImport(results),
    coldImport(results, 'import/all', 'cold import of every pack, hooks and approval', BUDGETS.allImportMs),
    throughput(results),
  ];
}

/**
 * Compares by the ratio to the plain function, which was measured in the same process and round: it depends less on the
 * machine's load than the time itself.
 */
function comparedWithPeers(
  { calls }: BenchResults,
  id: string,
  name: string,
  budget: 'less than each' | 'at most the fastest',
): BudgetRow {
  const ours = measuredOf(calls, id);
  const peers = calls.filter(({ group }) => group === ('peer-bare' satisfies CaseGroup));
  const measuredPeers = peers.flatMap((row) => ('measured' in row ? [{ title: row.title, ...row.measured }] : []));
  const fastest = measuredPeers.toSorted((a, b) => a.ratio - b.ratio)[0];
  if (ours === undefined || fastest === undefined) return { name, budget, ...NOT_MEASURED };
  const missing = peers.length - measuredPeers.length;
  const missingNote = missing === 0 ? '' : `; ${missing} not measured`;
  return {
    name,
    budget,
    measured: `${callTime(ours)}; the fastest peer ${callTime(fastest)}: ${fastest.title}${missingNote}`,
    verdict: verdict(budget === 'less than each' ? ours.ratio < fastest.ratio : ours.ratio <= fastest.ratio),
  };
}

function callTime({ ns, ratio, load }: CallFigures): string {
  return `${(ns / 1000).toFixed(2)} µs (${ratio.toFixed(1)}x plain, load ${load.toFixed(2)})`;
}

function timeLimit({ calls }: BenchResults, id: string, name: string, limitMicros: number): BudgetRow {
  const budget = `at most ${limitMicros} µs`;
  const row = measuredOf(calls, id);
  if (row === undefined) return { name, budget, ...NOT_MEASURED };
  return { name, budget, measured: callTime(row), verdict: verdict(row.ns / 1000 <= limitMicros) };
}

function extensionsCost({ calls }: BenchResults): BudgetRow {
  const name = 'a full call with all extensions, against the same call with hooks and approval only';
  const budget = `at most ${BUDGETS.extensionsRatio} times as long`;
  const [without, withAll] = [measuredOf(calls, 'ours/full-principal'), measuredOf(calls, 'ours/full-extensions')];
  if (without === undefined || withAll === undefined) return { name, budget, ...NOT_MEASURED };
  const times = withAll.ratio / without.ratio;
  return {
    name,
    budget,
    measured: `${times.toFixed(2)} times; ${callTime(withAll)} and ${callTime(without)}`,
    verdict: verdict(times <= BUDGETS.extensionsRatio),
  };
}

/** The generated validator is more code, so it has to earn its place. The fastest rounds are compared, because they vary least. */
function fastValidatorSaving({ calls }: BenchResults): BudgetRow {
  const name = 'the generated validator saves part of a full call';
  const budget = `at least ${BUDGETS.fastValidatorSaving * 100} %`;
  const [generated, ajvOnly] = [measuredOf(calls, FULL_CALL), measuredOf(calls, 'ours/full-ajv')];
  if (generated === undefined || ajvOnly === undefined) return { name, budget, ...NOT_MEASURED };
  const saving = 1 - generated.bestRatio / ajvOnly.bestRatio;
  return {
    name,
    budget,
    measured: `${(saving * 100).toFixed(1)} % in the fastest rounds; medians ${callTime(generated)} and ${callTime(ajvOnly)}`,
    verdict: verdict(saving >= BUDGETS.fastValidatorSaving),
  };
}

function coldImport({ imports }: BenchResults, id: string, name: string, limitMs: number): BudgetRow {
  const budget = `at most ${limitMs} ms`;
  const row = measuredOf(imports, id);
  if (row === undefined) return { name, budget, ...NOT_MEASURED };
  return { name, budget, measured: importTime(row), verdict: verdict(row.ms <= limitMs) };
}

function fasterImport({ imports }: BenchResults): BudgetRow {
  const name = "cold import of core, against every peer's";
  const budget = 'less than each';
  const ours = measuredOf(imports, CORE_IMPORT);
  const peers = imports.filter(({ kind }) => kind === 'peer');
  const measuredPeers = peers.flatMap((row) => ('measured' in row ? [{ title: row.title, ...row.measured }] : []));
  const fastest = measuredPeers.toSorted((a, b) => a.ms - b.ms)[0];
  if (ours === undefined || fastest === undefined) return { name, budget, ...NOT_MEASURED };
  return {
    name,
    budget,
    measured: `${importTime(ours)}; the fastest peer ${importTime(fastest)}: ${fastest.title}`,
    verdict: verdict(ours.ms < fastest.ms),
  };
}

function importTime({ ms, load }: { readonly ms: number; readonly load: number }): string {
  return `${ms.toFixed(1)} ms (load ${load.toFixed(2)})`;
}

function throughput({ throughput: row }: BenchResults): BudgetRow {
  const name = '100,000 calls in flight with a concurrency of 64';
  const budget = 'all settle, none stays in flight, the process ends by itself';
  if (row === undefined) return { name, budget, ...NOT_MEASURED };
  if ('failure' in row) return { name, budget, measured: row.failure, verdict: 'FAIL' };
  const { calls, limit, settled, inFlight, mostAtOnce, exitMs, load } = row.measured;
  const ended = exitMs < 0 ? 'had to be killed' : `ended after ${exitMs.toFixed(0)} ms`;
  const counts = `${settled.toLocaleString('en')} of ${calls.toLocaleString('en')} settled, ${mostAtOnce} at once`;
  return {
    name,
    budget,
    measured: `${counts}, ${ended} (load ${load.toFixed(2)})`,
    verdict: verdict(settled === calls && inFlight === 0 && mostAtOnce === Math.min(limit, calls) && exitMs >= 0),
  };
}

function verdict(isMet: boolean): BudgetRow['verdict'] {
  return isMet ? 'pass' : 'FAIL';
}

const NOT_MEASURED = { measured: '-', verdict: 'not measured' } as const;
