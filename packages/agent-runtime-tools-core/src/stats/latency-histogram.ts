/** Counts durations in buckets that grow with the value: constant size, quantiles within seven percent. */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(BUCKETS);
  #total = 0;

  add(ms: number): void {
    const counts = this.#counts;
    const bucket = bucketOf(ms);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    this.#total++;
  }

  /** The duration that the share `q` of all durations stays under; 0 if there are none. */
  quantile(q: number): number {
    if (this.#total === 0) return 0;
    let left = Math.max(1, Math.ceil(q * this.#total));
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      left -= this.#counts[bucket] ?? 0;
      if (left <= 0) return middleOf(bucket);
    }
    return middleOf(BUCKETS - 1);
  }
}

// Eight buckets per power of two, from a microsecond to an hour.
const STEPS = 8;
const BUCKETS = 32 * STEPS;

function bucketOf(ms: number): number {
  const micros = Math.min(ms * 1000, 0x7fff_ffff) | 0;
  if (micros < STEPS) return Math.max(0, micros);
  const exponent = 31 - Math.clz32(micros);
  return exponent * STEPS + ((micros >>> (exponent - 3)) & (STEPS - 1)) - 2 * STEPS;
}

function middleOf(bucket: number): number {
  if (bucket < STEPS) return (bucket + 0.5) / 1000;
  const exponent = Math.floor((bucket + 2 * STEPS) / STEPS);
  const step = (bucket + 2 * STEPS) % STEPS;
  const low = (STEPS + step) * 2 ** (exponent - 3);
  return (low + 2 ** (exponent - 3) / 2) / 1000;
}
