import { cpus } from 'node:os';
import type { BenchResults, Machine } from './bench-results.ts';
import { allCases } from './cases/all-cases.ts';
import { importTargets } from './import-targets.ts';
import { machineLoad } from './measure/machine-load.ts';
import { measureCall, type CallRow } from './measure/measure-call.ts';
import { measureImports } from './measure/measure-imports.ts';
import { THROUGHPUT_ID, measureThroughput } from './measure/measure-throughput.ts';
import type { BenchOptions } from './options.ts';
import { Progress } from './progress.ts';

/** Runs the selected benchmarks one after the other. */
export async function runBenchmarks({ only, effort }: BenchOptions): Promise<BenchResults> {
  const wanted = ({ id }: { readonly id: string }): boolean => only?.test(id) ?? true;
  const cases = allCases.filter(wanted);
  const targets = importTargets.filter(wanted);
  const withThroughput = wanted({ id: THROUGHPUT_ID });
  const importRounds = targets.length === 0 ? 0 : effort.importRounds;
  const progress = new Progress(cases.length + importRounds + (withThroughput ? 1 : 0));
  const [started, loadBefore] = [performance.now(), machineLoad()];

  const calls: CallRow[] = [];
  for (const each of cases) {
    progress.next(each.id);
    calls.push(await measureCall(each, effort));
  }
  const imports = measureImports(targets, importRounds, () => progress.next('cold imports'));
  if (withThroughput) progress.next(THROUGHPUT_ID);
  const throughput = withThroughput ? await measureThroughput(100_000) : undefined;
  progress.done();
  return {
    machine: machine(loadBefore),
    effort,
    calls,
    imports,
    throughput,
    seconds: (performance.now() - started) / 1000,
  };
}

function machine(loadBefore: number): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    node: process.version,
    loadBefore,
    loadAfter: machineLoad(),
  };
}
