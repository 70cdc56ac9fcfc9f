import type { Splice } from './write-place.ts';

/** The indexes of two hunks that change the same lines or insert at the same point. */
export function findOverlap(changes: readonly (readonly Splice[])[]): [number, number] | undefined {
  const all = changes.flatMap((splices, index) => splices.map((splice) => ({ ...splice, index })));
  all.sort((one, other) => one.start - other.start || one.end - other.end);
  for (const [at, next] of all.entries()) {
    const last = all[at - 1];
    if (!last || last.index === next.index) continue;
    const samePoint = last.start === next.start && last.end === next.end;
    if (last.end > next.start || samePoint) {
      return last.index < next.index ? [last.index, next.index] : [next.index, last.index];
    }
  }
  return undefined;
}
