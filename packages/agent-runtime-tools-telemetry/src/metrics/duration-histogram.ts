/** Counts durations in buckets with fixed upper bounds, in seconds. */
export class DurationHistogram {
  readonly #bounds: readonly number[];
  /** How many durations are in each bucket; the last one has those above all bounds. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  add(seconds: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  snapshot(): HistogramSnapshot {
    let total = 0;
    const upTo = this.#bounds.map((bound, index) => {
      total += this.#counts[index] ?? 0;
      return { bound, count: total };
    });
    return { upTo, count: total + (this.#counts.at(-1) ?? 0), sum: this.#sum };
  }
}

export interface HistogramSnapshot {
  /** For each bound, how many durations were at most that long. */
  readonly upTo: readonly { readonly bound: number; readonly count: number }[];
  readonly count: number;
  /** In seconds. */
  readonly sum: number;
}

/** From 1 ms to 10 minutes: tools read files, run tests and wait for people. */
export const DURATION_BOUNDS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600,
];
