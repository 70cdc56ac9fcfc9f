import { describe, expect, it } from 'vitest';
import type { CallRow } from '../src/activity/call-row.ts';
import { intoLanes } from '../src/pages/activity/lanes.ts';

function call(name: string, startedAt: number, endedAt?: number): CallRow {
  const row = { call: name, callId: name, task: '', tool: '', args: '', startedAt, output: '' };
  return endedAt === undefined ? row : { ...row, endedAt };
}

describe('lanes', () => {
  it('separate calls that overlap, and are used again', () => {
    const rows = [call('c', 30, 40), call('a', 0, 20), call('b', 10), call('d', 45, 50)];
    const { bars, leftOut } = intoLanes(rows, { maxLanes: 5, now: 100 });
    expect(bars.map(({ row, lane }) => `${row.call}${lane}`)).toEqual(['a0', 'b1', 'c0', 'd0']);
    expect(leftOut).toBe(0);
  });

  it('count the calls beyond the last one', () => {
    const rows = Array.from({ length: 8 }, (_, at) => call(`call-${at}`, at));
    expect(intoLanes(rows, { maxLanes: 3, now: 100 })).toMatchObject({ leftOut: 5 });
  });
});
