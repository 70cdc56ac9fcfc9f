import type { FileText } from '../file-text.ts';
import type { Hunk } from '../hunk.ts';
import type { HunkLines } from '../hunk-lines.ts';
import { anchorScopeFilter } from './anchor-scope.ts';
import type { Place } from '../place.ts';

/** A hunk and the places that match it. */
export interface Candidates {
  readonly hunk: Hunk;
  readonly lines: HunkLines;
  readonly places: readonly Place[];
}

/**
 * Chooses one place for each hunk; undefined where several match and nothing decides. The order of the hunks, anchors,
 * the end of the file and line numbers only choose among the matching places: a hunk with one place always goes there.
 */
export function choosePlaces(
  file: FileText,
  all: readonly Candidates[],
  { ordered }: { ordered: boolean },
): (Place | undefined)[] {
  const chosen = all.map(({ places }) => (places.length === 1 ? places[0] : undefined));
  // A place chosen for one hunk may decide the next one, so repeat until nothing changes.
  for (let [hasProgress, rounds] = [true, 0]; hasProgress && rounds < MAX_ROUNDS; rounds += 1) {
    hasProgress = false;
    for (const [index, candidates] of all.entries()) {
      if (chosen[index] !== undefined || candidates.places.length === 0) continue;
      const place = choosePlace(file, candidates, hintsFromNeighbours(all, chosen, { index, ordered }));
      if (place === undefined) continue;
      chosen[index] = place;
      hasProgress = true;
    }
  }
  return chosen;
}

/** A bound on the work; real requests need one or two rounds. */
const MAX_ROUNDS = 20;

interface NeighbourHints {
  /** Keeping the order of the hunks, the place is within the lines `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** How far the nearest chosen places are from their line numbers. */
  readonly offsets: readonly number[];
}

function hintsFromNeighbours(
  all: readonly Candidates[],
  chosen: readonly (Place | undefined)[],
  { index, ordered }: { index: number; ordered: boolean },
): NeighbourHints {
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

/** The place that all hints leave. If two hints point to different places, none is chosen. */
function choosePlace(
  file: FileText,
  { hunk, lines, places }: Candidates,
  { from, to, offsets }: NeighbourHints,
): Place | undefined {
  const anchors = hunk.anchors ?? [];
  const hasNoOrder = from === 0 && to === Number.POSITIVE_INFINITY;
  if (hasNoOrder && !lines.atEndOfFile && anchors.length === 0 && hunk.line === undefined) return undefined;
  let remaining = filterUnlessEmpty(places, ({ start, end }) => start >= from && end <= to);
  const intersect = (those: readonly Place[]): void => {
    const among = new Set(those);
    remaining = remaining.filter((place) => among.has(place));
  };
  if (lines.atEndOfFile) intersect(filterUnlessEmpty(places, ({ end }) => end >= file.lineCount));
  if (anchors.length > 0) intersect(filterUnlessEmpty(places, anchorScopeFilter(file, anchors)));
  if (hunk.line !== undefined) intersect(placesAtHint(places, hunk.line - 1, offsets));
  return remaining.length === 1 ? remaining[0] : undefined;
}

function filterUnlessEmpty(places: readonly Place[], test: (place: Place) => boolean): readonly Place[] {
  const filtered = places.filter(test);
  return filtered.length > 0 ? filtered : places;
}

/**
 * The places exactly at the line number, or off by as much as the neighbouring hunks. A place that is merely near the
 * number may be the wrong one, so then all places stay.
 */
function placesAtHint(places: readonly Place[], hint: number, offsets: readonly number[]): readonly Place[] {
  for (const offset of offsets.length === 1 ? [...offsets, 0] : [0]) {
    const exact = places.filter(({ start }) => start === hint + offset);
    if (exact.length > 0) return exact;
  }
  return places;
}
