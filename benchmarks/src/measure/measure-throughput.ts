import type { Outcome } from '../bench-results.ts';
import { machineLoad } from './machine-load.ts';
import { runWorker } from './worker.ts';

export type ThroughputRow = { readonly id: string } & Outcome<ThroughputFigures>;

export interface ThroughputFigures {
  readonly calls: number;
  readonly limit: number;
  /** Calls that returned the right value. */
  readonly settled: number;
  /** Calls that the coordinator still counts as running after the last one has ended. */
  readonly inFlight: number;
  /** The largest number of handlers that ran at the same time. */
  readonly mostAtOnce: number;
  readonly ms: number;
  /** More than before the calls. */
  readonly peakHeapMb: number;
  readonly heapAfterMb: number;
  readonly maxRssMb: number;
  /** From the last result until the process ended by itself; -1 if it had to be killed. */
  readonly exitMs: number;
  /** The load average of the machine afterwards. */
  readonly load: number;
}

export const THROUGHPUT_ID = 'throughput/in-flight';

/** Starts many calls at once in a new process, which must then end by itself. Never rejects. */
export async function measureThroughput(calls: number, limit = 64): Promise<ThroughputRow> {
  const worker = new URL('throughput-worker.ts', import.meta.url);
  const { answer, exitMs } = await runWorker(worker, [String(calls), String(limit)], {
    timeoutMs: 60_000,
    exitMs: 10_000,
  });
  if ('failure' in answer) return { id: THROUGHPUT_ID, failure: answer.failure };
  const figures = answer.value;
  if (!isFigures(figures)) return { id: THROUGHPUT_ID, failure: 'the figures cannot be read' };
  return { id: THROUGHPUT_ID, measured: { ...figures, exitMs: exitMs ?? -1, load: machineLoad() } };
}

const FIGURES = [
  'calls',
  'limit',
  'settled',
  'inFlight',
  'mostAtOnce',
  'ms',
  'peakHeapMb',
  'heapAfterMb',
  'maxRssMb',
] as const;

function isFigures(value: unknown): value is Omit<ThroughputFigures, 'exitMs' | 'load'> {
  if (typeof value !== 'object' || value === null) return false;
  const given = new Map<string, unknown>(Object.entries(value));
  return FIGURES.every((name) => typeof given.get(name) === 'number');
}
