import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { LatencyHistogram } from '../../src/stats/latency-histogram.ts';

describe('the latency histogram', () => {
  it('returns quantiles within seven percent of the exact value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.02, max: 1_000_000, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.95, 1),
        (values, q) => {
          const histogram = new LatencyHistogram();
          for (const value of values) histogram.add(value);
          const truth = values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(q * values.length) - 1)] ?? 0;
          expect(Math.abs(histogram.quantile(q) - truth) / truth).toBeLessThan(0.07);
        },
      ),
    );
  });

  it('returns 0 without values, and accepts extreme values', () => {
    const histogram = new LatencyHistogram();
    expect(histogram.quantile(0.5)).toBe(0);
    for (const value of [-1, 0, 1e12]) histogram.add(value);
    expect(histogram.quantile(1)).toBeGreaterThan(1_000_000);
  });
});
