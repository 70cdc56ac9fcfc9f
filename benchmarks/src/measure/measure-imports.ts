import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Outcome } from '../bench-results.ts';
import type { ImportTarget } from '../import-targets.ts';
import { errorSummary } from './error-summary.ts';
import { machineLoad } from './machine-load.ts';
import { median, pairwise, spread } from './statistics.ts';

export type ImportRow = ImportTarget & Outcome<ImportFigures>;

export interface ImportFigures {
  /** CPU milliseconds more than an empty process in the same round: the median of the rounds. */
  readonly ms: number;
  /** The fastest round minus the empty process's fastest round. */
  readonly bestMs: number;
  /** The same in wall-clock time. */
  readonly wallMs: number;
  readonly spread: number;
  /** The load average of the machine after the last round. */
  readonly load: number;
}

/** Starts processes that only import a package, in turn with an empty process. */
export function measureImports(
  targets: readonly ImportTarget[],
  rounds: number,
  onRound: (round: number) => void,
): ImportRow[] {
  // The first start warms the disk cache and finds packages that cannot be loaded.
  const failures = new Map(targets.map((target) => [target.id, importOnce(target.specifiers).failure]));
  const loadable = targets.filter(({ id }) => failures.get(id) === undefined);
  const empty: ProcessTime[] = [];
  const samples = new Map(targets.map(({ id }) => [id, [] as ProcessTime[]]));
  for (let round = 0; round < rounds; round++) {
    onRound(round);
    empty.push(importOnce([]));
    for (const { id, specifiers } of loadable) samples.get(id)?.push(importOnce(specifiers));
  }
  return targets.map((target) => ({
    ...target,
    ...outcomeOf(failures.get(target.id), samples.get(target.id) ?? [], empty),
  }));
}

interface ProcessTime {
  readonly cpu: number;
  readonly wall: number;
  readonly failure?: string;
}

function outcomeOf(
  failure: string | undefined,
  samples: readonly ProcessTime[],
  empty: readonly ProcessTime[],
): Outcome<ImportFigures> {
  if (failure !== undefined) return { failure };
  const [loaded, bare] = [samples.map(({ cpu }) => cpu), empty.map(({ cpu }) => cpu)];
  return {
    measured: {
      ms: median(pairwise(loaded, bare, (a, b) => a - b)),
      bestMs: Math.min(...loaded) - Math.min(...bare),
      wallMs: Math.min(...samples.map(({ wall }) => wall)) - Math.min(...empty.map(({ wall }) => wall)),
      spread: spread(loaded),
      load: machineLoad(),
    },
  };
}

const packageFolder = join(import.meta.dirname, '..', '..');

/** Reports the CPU time at exit on descriptor 3, which no package writes to. */
const TELL_CPU_TIME = `
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, String((user + system) / 1000));
  });`;

function importOnce(specifiers: readonly string[]): ProcessTime {
  const imports = specifiers.map((specifier) => `import ${JSON.stringify(specifier)};`).join('');
  const started = performance.now();
  const { status, output, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', imports + TELL_CPU_TIME],
    {
      cwd: packageFolder,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      timeout: 30_000,
    },
  );
  const time = { cpu: Number(output?.[3]), wall: performance.now() - started };
  return status === 0 ? time : { ...time, failure: errorSummary(stderr) || 'the process did not end by itself' };
}
