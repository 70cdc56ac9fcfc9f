import { describe, expect, it } from 'vitest';
import { retryIfSlow } from '../../../src/contract/checks/stopping/stop-problems.ts';

const SLOW = 'took 1889 ms to stop; 1000 are allowed';

/** What the check comes to, and how often it was made, where each time has these problems. */
async function attempts(...times: string[][]): Promise<[problems: string[], made: number]> {
  let made = 0;
  const problems = await retryIfSlow(async () => times[made++] ?? []);
  return [problems, made];
}

describe('retryIfSlow', () => {
  it('forgives a machine that was busy once or twice', async () => {
    expect(await attempts([])).toEqual([[], 1]);
    expect(await attempts([SLOW], [])).toEqual([[], 2]);
    expect(await attempts([SLOW], [SLOW], [])).toEqual([[], 3]);
  });

  it('does not forgive a tool that is slow every time, nor anything else', async () => {
    expect(await attempts([SLOW], [SLOW], [SLOW], [])).toEqual([[SLOW], 3]);
    expect(await attempts(['went on to change a.txt'], [])).toEqual([['went on to change a.txt'], 1]);
    expect(await attempts([SLOW, 'went on to change a.txt'], [])).toEqual([[SLOW, 'went on to change a.txt'], 1]);
  });
});
