import type { BenchCase, CaseGroup } from '../bench-case.ts';
import type { Outcome } from '../bench-results.ts';
import type { Effort } from '../options.ts';
import type { CallSamples, CallTime } from './sample-calls.ts';
import { machineLoad } from './machine-load.ts';
import { median, pairwise, spread } from './statistics.ts';
import { runWorker } from './worker.ts';

export type CallRow = CallIdentity & Outcome<CallFigures>;

export interface CallIdentity {
  readonly id: string;
  readonly title: string;
  readonly group: CaseGroup;
  readonly note: string;
}

export interface CallFigures {
  /** CPU time per call in nanoseconds: the median of the rounds. */
  readonly ns: number;
  /** CPU time per call in the fastest round. */
  readonly bestNs: number;
  /** Wall-clock time per call in the fastest round. */
  readonly wallNs: number;
  /** Relative to the plain function in the same round: the median of the rounds. */
  readonly ratio: number;
  /** The fastest round relative to the plain function's fastest round. */
  readonly bestRatio: number;
  readonly spread: number;
  readonly refusal: string;
  /** The load average of the machine when the case was measured. */
  readonly load: number;
}

/** Measures a case and the plain function together in a new process. Never rejects. */
export async function measureCall({ id, title, group, note = '' }: BenchCase, effort: Effort): Promise<CallRow> {
  const identity = { id, title, group, note };
  const worker = new URL('calls-worker.ts', import.meta.url);
  const { answer } = await runWorker(worker, [id, JSON.stringify(effort)], { timeoutMs: 60_000, exitMs: 0 });
  if ('failure' in answer) return { ...identity, failure: answer.failure };
  if (!isCallSamples(answer.value)) return { ...identity, failure: 'the samples cannot be read' };
  return { ...identity, measured: { ...figuresOf(answer.value), load: machineLoad() } };
}

function figuresOf({ plain, subject, refusal }: CallSamples): Omit<CallFigures, 'load'> {
  const [ours, floor] = [cpuOf(subject), cpuOf(plain)];
  const bestNs = Math.min(...ours);
  return {
    ns: median(ours),
    bestNs,
    wallNs: Math.min(...subject.map(({ wall }) => wall)),
    ratio: median(pairwise(ours, floor, (a, b) => a / b)),
    bestRatio: bestNs / Math.min(...floor),
    spread: spread(ours),
    refusal,
  };
}

function cpuOf(times: readonly CallTime[]): number[] {
  return times.map(({ cpu }) => cpu);
}

function isCallSamples(value: unknown): value is CallSamples {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('refusal' in value) ||
    !('plain' in value) ||
    !('subject' in value)
  )
    return false;
  return typeof value.refusal === 'string' && isTimes(value.plain) && isTimes(value.subject);
}

function isTimes(value: unknown): value is CallTime[] {
  return Array.isArray(value) && value.length > 0 && value.every(isTime);
}

function isTime(value: unknown): value is CallTime {
  if (typeof value !== 'object' || value === null || !('cpu' in value) || !('wall' in value)) return false;
  return typeof value.cpu === 'number' && typeof value.wall === 'number';
}
