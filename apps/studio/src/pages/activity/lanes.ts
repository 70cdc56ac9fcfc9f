import type { CallRow } from '../../activity/call-row.ts';

export interface Bar {
  readonly row: CallRow;
  readonly lane: number;
}

/**
 * Puts calls that overlap in time into lanes of their own, each into the first lane that is free. Calls beyond the last lane
 * are left out and counted.
 */
export function intoLanes(
  rows: readonly CallRow[],
  { maxLanes, now }: { readonly maxLanes: number; readonly now: number },
): { readonly bars: readonly Bar[]; readonly leftOut: number } {
  const freeFrom: number[] = [];
  const bars: Bar[] = [];
  let leftOut = 0;
  for (const row of rows.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const free = freeFrom.findIndex((time) => time <= row.startedAt);
    const lane = free < 0 ? freeFrom.length : free;
    if (lane >= maxLanes) leftOut++;
    else {
      freeFrom[lane] = row.endedAt ?? now;
      bars.push({ row, lane });
    }
  }
  return { bars, leftOut };
}
