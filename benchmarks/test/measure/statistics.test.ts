import { describe, expect, it } from 'vitest';
import { median, pairwise, quantile, spread } from '../../src/measure/statistics.ts';

describe('the median', () => {
  it('is the middle value, or half way between the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('of nothing is not a number', () => {
    expect(median([])).toBeNaN();
  });
});

describe('a quantile', () => {
  it('lies between values in proportion', () => {
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(quantile([10, 0, 20], 1)).toBe(20);
  });
});

describe('the spread', () => {
  it('is the middle half as a share of the median', () => {
    expect(spread([1, 2, 3, 4, 5])).toBeCloseTo(2 / 3);
    expect(spread([7, 7, 7])).toBe(0);
  });
});

describe('pairs', () => {
  it('are taken round by round', () => {
    expect(pairwise([10, 30], [5, 10], (a, b) => a / b)).toEqual([2, 3]);
  });
});
