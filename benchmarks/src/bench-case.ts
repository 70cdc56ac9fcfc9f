/** One way of calling the tool under test. */
export interface BenchCase {
  /** `subject/variant`: what `--only` is matched against. */
  readonly id: string;
  readonly title: string;
  readonly kind: CaseKind;
  readonly note?: string;
  /** Loads what the case needs, which the other cases of a run must not pay for. */
  prepare(): Promise<PreparedCase>;
}

/** `peer` is another library's bare call of a tool; `loop` is one turn of its whole agent loop with a fake model. */
export type CaseKind = 'floor' | 'ours' | 'peer' | 'loop';

export interface PreparedCase {
  /** What is measured. */
  readonly run: () => Promise<unknown>;
  /** How many calls of the tool one run makes. */
  readonly callsPerRun: number;
  /** Proves that a run does the work; throws when it does not. */
  check(): Promise<Refusal>;
  close(): Promise<void>;
}

/** What becomes of input that does not fit. */
export type Refusal = 'throws' | 'error as value' | 'not checked';

export interface CaseParts<T> {
  readonly run: () => Promise<T>;
  /** Whether an outcome is the one that a run must have. */
  readonly accepts: (outcome: T) => boolean;
  /** The same call with input that must lead to another outcome. Absent where nothing is validated. */
  readonly refused?: () => Promise<T>;
  readonly callsPerRun?: number;
  readonly close?: () => Promise<void>;
}

/** A case that can show that it does what it is measured for. */
export function preparedCase<T>({ run, accepts, refused, callsPerRun = 1, close }: CaseParts<T>): PreparedCase {
  return {
    run,
    callsPerRun,
    async check() {
      const outcome = await run();
      if (!accepts(outcome)) throw new Error(`the call gave ${JSON.stringify(outcome)?.slice(0, 200)}`);
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
