/** One way of calling the benchmark tool. */
export interface BenchCase {
  /** `library/variant`; `--only` is matched against it. */
  readonly id: string;
  readonly title: string;
  readonly group: CaseGroup;
  readonly note?: string;
  /** Loads what the case needs with `import()`, so that other cases are not slowed down by it. */
  prepare(): Promise<PreparedCase>;
}

/**
 * What a case is compared with. `bare` groups validate the arguments and call the tool, nothing else. `full` groups add what
 * an application has around a call: ours has middlewares, hooks, policies and a listener, a peer its own hooks or its whole
 * agent loop with a fake model.
 */
export type CaseGroup = 'baseline' | 'our-bare' | 'peer-bare' | 'our-full' | 'peer-full' | 'variant' | 'decision';

export interface PreparedCase {
  /** The code to measure. */
  readonly run: () => Promise<unknown>;
  /** How many calls of the tool one run makes. */
  readonly callsPerRun: number;
  /** Makes sure that a run does the work; throws if it does not. */
  check(): Promise<Refusal>;
  close(): Promise<void>;
}

/** How a case reports invalid input. */
export type Refusal = 'throws' | 'error as value' | 'not checked';

export interface CaseParts<T> {
  readonly run: () => Promise<T>;
  /** Whether a run had the right outcome. */
  readonly accepts: (outcome: T) => boolean;
  /** The same call with invalid input. Absent if the case does not validate. */
  readonly refused?: () => Promise<T>;
  readonly callsPerRun?: number;
  readonly close?: () => Promise<void>;
}

/** Makes a case that can prove that it accepts valid input and refuses invalid input. */
export function preparedCase<T>({ run, accepts, refused, callsPerRun = 1, close }: CaseParts<T>): PreparedCase {
  return {
    run,
    callsPerRun,
    async check() {
      const outcome = await run();
      if (!accepts(outcome)) throw new Error(`the call returned ${JSON.stringify(outcome)?.slice(0, 200)}`);
      return refused === undefined ? 'not checked' : await refusalOf(refused, accepts);
    },
    async close() {
      await close?.();
    },
  };
}

async function refusalOf<T>(refused: () => Promise<T>, accepts: (outcome: T) => boolean): Promise<Refusal> {
  let outcome: T;
  try {
    outcome = await refused();
  } catch {
    return 'throws';
  }
  if (accepts(outcome)) throw new Error('the call with bad input was accepted');
  return 'error as value';
}
