import type { CallRow } from './measure/measure-call.ts';
import type { ImportRow } from './measure/measure-imports.ts';
import type { ThroughputRow } from './measure/measure-throughput.ts';
import type { Effort } from './options.ts';

/** All measurements of one run. */
export interface BenchResults {
  readonly machine: Machine;
  readonly effort: Effort;
  readonly calls: readonly CallRow[];
  readonly imports: readonly ImportRow[];
  readonly throughput: ThroughputRow | undefined;
  readonly seconds: number;
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  /** The load average of the last minute, before and after the run. */
  readonly loadBefore: number;
  readonly loadAfter: number;
}

/** The figures of a row, or the reason why there are none. */
export type Outcome<T> = { readonly measured: T } | { readonly failure: string };

/** The figures of a row; undefined if the row is missing or failed. */
export function measuredOf<T>(rows: readonly (Outcome<T> & { readonly id: string })[], id: string): T | undefined {
  const row = rows.find((each) => each.id === id);
  return row !== undefined && 'measured' in row ? row.measured : undefined;
}
