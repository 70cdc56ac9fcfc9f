import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PrunedEntry, SegmentEnd } from '../../record/audit-entry.ts';
import { endOfSegment, headFile, listSegments, segmentFile } from './segment-files.ts';

/**
 * Which of the oldest finished segments are beyond the limit. They have to be named in the trail before `removeSegments`.
 * A segment that may still be written to stays. Undefined if nothing is to be removed.
 */
export function surplusSegments(folder: string, maxSegments: number): Omit<PrunedEntry, 'kind' | 'time'> | undefined {
  const segments = listSegments(folder);
  const surplus = Math.min(segments.length - maxSegments, MAX_AT_ONCE);
  if (surplus <= 0) return undefined;
  const removed: SegmentEnd[] = [];
  const kept: string[] = [];
  for (const segment of segments.slice(0, -1)) {
    if (removed.length === surplus || kept.length === MAX_KEPT) break;
    const end = endOfSegment(folder, segment) ?? { segment, seq: 0, hash: '' };
    if (end.closed === true || isIdle(segmentFile(folder, segment))) removed.push(end);
    else kept.push(segment);
  }
  const upTo = removed.at(-1)?.segment;
  return upTo === undefined ? undefined : { removed, upTo, kept: kept.filter((segment) => segment < upTo) };
}

export function removeSegments(folder: string, ends: readonly SegmentEnd[]): void {
  for (const { segment } of ends)
    for (const file of [segmentFile(folder, segment), headFile(folder, segment)]) rmSync(file, { force: true });
  for (const name of readdirSync(folder))
    if (name.startsWith('.new-') && isIdle(join(folder, name))) rmSync(join(folder, name), { force: true });
}

/** Left behind by a process that was killed. A living one that comes back notices that its segment is gone. */
function isIdle(file: string): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > IDLE_MS;
  } catch {
    return false;
  }
}

const IDLE_MS = 3_600_000;
const MAX_AT_ONCE = 100;
/** Bounds the record that names them. */
const MAX_KEPT = 1000;
