import type { Convention } from './convention.ts';

/** Counts how often each value occurs. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(value: string | undefined, times = 1): void {
    if (value !== undefined && times > 0) this.#counts.set(value, (this.#counts.get(value) ?? 0) + times);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The most frequent value, undefined if nothing was counted. */
  get winner(): string | undefined {
    return [...this.#counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  }

  /** The most frequent value as a convention, if more than 60 % of at least `min` samples have it. */
  convention(topic: string, { language, min = 2 }: { language?: string; min?: number } = {}): Convention[] {
    const { total, winner } = this;
    if (winner === undefined || total < min) return [];
    const share = (this.#counts.get(winner) ?? 0) / total;
    if (share <= MIN_SHARE) return [];
    return [
      {
        topic,
        ...(language !== undefined && { language }),
        value: winner,
        source: 'measured',
        share: Math.round(share * 100) / 100,
        samples: total,
      },
    ];
  }
}

const MIN_SHARE = 0.6;
