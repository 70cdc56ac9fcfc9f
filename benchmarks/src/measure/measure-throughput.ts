import type { Outcome } from '../bench-results.ts';
import { runWorker } from './worker.ts';

export type ThroughputRow = { readonly id: string } & Outcome<ThroughputFigures>;

export interface ThroughputFigures {
  readonly calls: number;
  readonly limit: number;
  /** Calls that ended with their own value. */
  readonly settled: number;
  /** Calls that the coordinator still counts as under way after the last has ended. */
  readonly inFlight: number;
  /** The most handlers that ran at one time. */
  readonly mostAtOnce: number;
  readonly ms: number;
  /** Over what the process held before. */
  readonly peakHeapMb: number;
  readonly heapAfterMb: number;
  readonly maxRssMb: number;
  /** From the last result to the end of the process, which nobody ended; -1 when it had to be killed. */
  readonly exitMs: number;
}

export const THROUGHPUT_ID = 'throughput/in-flight';

/** Puts many calls in flight at once, in a process that then must end by itself. Never rejects. */
export async function measureThroughput(calls: number, limit = 64): Promise<ThroughputRow> {
  const worker = new URL('throughput-worker.ts', import.meta.url);
  const { answer, exitMs } = await runWorker(worker, [String(calls), String(limit)], {
    timeoutMs: 60_000,
    exitMs: 10_000,
  });
  if ('failure' in answer) return { id: THROUGHPUT_ID, failure: answer.failure };
  const figures = answer.value;
  if (!isFigures(figures)) return { id: THROUGHPUT_ID, failure: 'the figures cannot be read' };
  return { id: THROUGHPUT_ID, measured: { ...figures, exitMs: exitMs ?? -1 } };
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

function isFigures(value: unknown): value is Omit<ThroughputFigures, 'exitMs'> {
  if (typeof value !== 'object' || value === null) return false;
  const given = new Map<string, unknown>(Object.entries(value));
  return FIGURES.every((name) => typeof given.get(name) === 'number');
}
