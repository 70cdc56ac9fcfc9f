import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Which rows to measure, by id. */
  readonly only: RegExp | undefined;
  readonly quick: boolean;
  /** Print JSON instead of tables. */
  readonly json: boolean;
  /** Where the report is written; nowhere when absent. */
  readonly output: string | undefined;
  readonly effort: Effort;
}

/** How long everything is measured. */
export interface Effort {
  readonly callRounds: number;
  /** About how long one batch of calls takes. */
  readonly batchMs: number;
  readonly warmUpMs: number;
  readonly importRounds: number;
}

const FULL: Effort = { callRounds: 11, batchMs: 40, warmUpMs: 300, importRounds: 9 };
const QUICK: Effort = { callRounds: 7, batchMs: 10, warmUpMs: 150, importRounds: 3 };

/** Throws on an option that does not exist. Only a whole run replaces the results that are kept. */
export function readOptions(args: readonly string[], resultsFile: string): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      only: { type: 'string' },
      output: { type: 'string' },
    },
  });
  const { quick, json, only } = values;
  const whole = !quick && only === undefined;
  return {
    quick,
    json,
    only: only === undefined ? undefined : new RegExp(only),
    output: values.output ?? (whole ? resultsFile : undefined),
    effort: quick ? QUICK : FULL,
  };
}
