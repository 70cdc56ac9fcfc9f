import type { FileText } from './file-text.ts';
import type { Hunk } from './hunk.ts';
import type { HunkLines } from './hunk-lines.ts';
import { inScopeOf } from './in-scope-of.ts';
import type { Place } from './place.ts';

/** A hunk and the places where it could go. */
export interface Candidates {
  readonly hunk: Hunk;
  readonly lines: HunkLines;
  readonly places: readonly Place[];
}

/**
 * For each hunk its one place, or undefined when nothing decides between several. Order, anchors, the end of the file
 * and line hints only ever choose among places; a hunk with one place goes there.
 */
export function choosePlaces(
  file: FileText,
  all: readonly Candidates[],
  { ordered }: { ordered: boolean },
): (Place | undefined)[] {
  const chosen = all.map(({ places }) => (places.length === 1 ? places[0] : undefined));
  // What one hunk's place tells about the next is told again until nothing new follows.
  for (let [again, rounds] = [true, 0]; again && rounds < MAX_ROUNDS; rounds += 1) {
    again = false;
    for (const [index, candidates] of all.entries()) {
      if (chosen[index] !== undefined || candidates.places.length === 0) continue;
      const place = choose(file, candidates, neighbours(all, chosen, { index, ordered }));
      if (place === undefined) continue;
      chosen[index] = place;
      again = true;
    }
  }
  return chosen;
}

/** Each makes at least one hunk's place known; who needs more of them has given too little to go by. */
const MAX_ROUNDS = 20;

interface Neighbours {
  /** The place must lie in these lines if the order is to be kept. */
  readonly from: number;
  readonly to: number;
  /** By how much the nearest hunk was off its hint. */
  readonly offsets: readonly number[];
}

function neighbours(
  all: readonly Candidates[],
  chosen: readonly (Place | undefined)[],
  { index, ordered }: { index: number; ordered: boolean },
): Neighbours {
  const before = chosen.findLastIndex((place, at) => at < index && place !== undefined);
  const after = chosen.findIndex((place, at) => at > index && place !== undefined);
  const offset = (at: number): number[] => {
    const line = all[at]?.hunk.line;
    const place = chosen[at];
    return line === undefined || place === undefined ? [] : [place.start + 1 - line];
  };
  return {
    from: ordered ? (chosen[before]?.end ?? 0) : 0,
    to: ordered ? (chosen[after]?.start ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
    offsets: [...new Set([...offset(before), ...offset(after)])],
  };
}

/** What every indication leaves: where two of them name different places, nothing is chosen. */
function choose(
  file: FileText,
  { hunk, lines, places }: Candidates,
  { from, to, offsets }: Neighbours,
): Place | undefined {
  const anchors = hunk.anchors ?? [];
  const isAlone = from === 0 && to === Number.POSITIVE_INFINITY;
  if (isAlone && !lines.endsFile && anchors.length === 0 && hunk.line === undefined) return undefined;
  let left = narrowed(places, ({ start, end }) => start >= from && end <= to);
  const keep = (those: readonly Place[]): void => {
    const among = new Set(those);
    left = left.filter((place) => among.has(place));
  };
  if (lines.endsFile) keep(narrowed(places, ({ end }) => end >= file.count));
  if (anchors.length > 0) keep(narrowed(places, inScopeOf(file, anchors)));
  if (hunk.line !== undefined) keep(atHint(places, hunk.line - 1, offsets));
  return left.length === 1 ? left[0] : undefined;
}

function narrowed(places: readonly Place[], test: (place: Place) => boolean): readonly Place[] {
  const left = places.filter(test);
  return left.length > 0 ? left : places;
}

/** A hint that is off says too little about which place is meant: the nearest may well be a wrong one. */
function atHint(places: readonly Place[], hint: number, offsets: readonly number[]): readonly Place[] {
  for (const offset of offsets.length === 1 ? [...offsets, 0] : [0]) {
    const exact = places.filter(({ start }) => start === hint + offset);
    if (exact.length > 0) return exact;
  }
  return places;
}
