export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Between two values it lies in proportion; Not a number when there are none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = q * (sorted.length - 1);
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position - Math.floor(position));
}

/** How far the middle half of the values is spread, as a share of the median. */
export function spread(values: readonly number[]): number {
  return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values);
}

/** Value by value. */
export function pairwise(
  a: readonly number[],
  b: readonly number[],
  combine: (a: number, b: number) => number,
): number[] {
  return a.map((value, index) => combine(value, b[index] ?? Number.NaN));
}
