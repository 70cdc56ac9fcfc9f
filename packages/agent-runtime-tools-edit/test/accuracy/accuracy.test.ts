import { describe, expect, it } from 'vitest';
import { judge } from '../../accuracy/judge.ts';
import { SOURCES, readSources } from '../../accuracy/sources.ts';

/** `pnpm accuracy` tries all of them. */
const EVERY = 41;

describe('edits of real history', () => {
  const histories = readSources();

  it('come from at least ten packages and 600 hunks', () => {
    expect(new Set(histories.map(({ name }) => name.split('/')[0])).size).toBe(SOURCES.length);
    expect(SOURCES.length).toBeGreaterThanOrEqual(10);
    expect(histories.flatMap(({ changes }) => changes).length).toBeGreaterThanOrEqual(600);
  });

  it('are never wrong, and right as often as promised', { timeout: 180_000 }, () => {
    const { tallies, wrong } = judge(histories, { every: EVERY });
    expect(wrong).toEqual([]);
    const below = tallies.filter(({ right, cases, atLeast }) => right < cases * atLeast);
    expect(below.map(({ row, name, right, cases }) => `${row}, ${name}: ${right} of ${cases}`)).toEqual([]);
    expect(tallies.filter(({ cases }) => cases === 0)).toEqual([]);
  });
});
