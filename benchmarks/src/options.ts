import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Selects rows by their id; all if absent. */
  readonly only: RegExp | undefined;
  readonly quick: boolean;
  /** Print JSON instead of tables. */
  readonly json: boolean;
  /** The file for the report; no report if absent. */
  readonly output: string | undefined;
  readonly effort: Effort;
}

/** How long to measure. */
export interface Effort {
  readonly callRounds: number;
  /** The approximate duration of one batch of calls. */
  readonly batchMs: number;
  readonly warmUpMs: number;
  readonly importRounds: number;
}

const FULL: Effort = { callRounds: 11, batchMs: 40, warmUpMs: 300, importRounds: 9 };
const QUICK: Effort = { callRounds: 7, batchMs: 10, warmUpMs: 150, importRounds: 3 };

/** Reads the command line. Throws for an unknown option. Only a whole run writes the results file by default. */
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
