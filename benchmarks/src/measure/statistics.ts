export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Interpolates between neighbouring values; NaN for an empty list. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = q * (sorted.length - 1);
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position - Math.floor(position));
}

/** The interquartile range divided by the median. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
}

/** Combines two lists element by element. */
export function pairwise(
  a: readonly number[],
  b: readonly number[],
  combine: (a: number, b: number) => number,
): number[] {
  return a.map((value, index) => combine(value, b[index] ?? Number.NaN));
}
