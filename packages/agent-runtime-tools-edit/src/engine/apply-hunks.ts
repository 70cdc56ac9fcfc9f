import { assemble } from './assemble.ts';
import { choosePlaces } from './choose-places.ts';
import { FileText } from './file-text.ts';
import { findPlaces } from './find-places.ts';
import type { Hunk, HunkReport } from './hunk.ts';
import { hunkLines, plainText, type HunkLines } from './hunk-lines.ts';
import { isAppliedAt } from './is-applied.ts';
import { Manner } from './manner.ts';
import { LONG_DASH, plainForm, typographicIn } from './normalise-line.ts';
import { placeWithoutLines } from './place-without-lines.ts';
import type { Place } from './place.ts';
import { report } from './report.ts';
import { rivalPlaces } from './rival-places.ts';
import { findOverlap } from './find-overlap.ts';
import { UNCLEAR, writePlace, type Splice } from './write-place.ts';

export interface ApplyHunksOptions {
  /** The hunks come in the order of their places, as in patches. Decides between candidates, never against a hunk. */
  readonly ordered?: boolean;
}

export type ApplyHunksResult =
  | { readonly ok: true; readonly text: string; readonly hunks: readonly HunkReport[] }
  | { readonly ok: false; readonly hunks: readonly HunkReport[] };

/** All hunks or none. Never throws: whatever cannot be applied with certainty is a report. */
export function applyHunks(
  text: string,
  hunks: readonly Hunk[],
  { ordered = false }: ApplyHunksOptions = {},
): ApplyHunksResult {
  const file = new FileText(text);
  const requests = hunks.map((hunk) => requestOf(file, hunk));
  const chosen = choosePlaces(file, requests, { ordered });
  const isShifted = chosen.some((place) => place?.how === 'indentation');
  const manner = new Manner(
    file,
    requests.flatMap(({ hunk, places }, index) => ownPlaces(hunk, places, chosen[index])),
  );
  let absent = 0;
  const outcomes = requests.map((request, index) => {
    if (request.places.length === 0) absent += 1;
    const place = chosen[index];
    const rivals = place && rivalPlaces(file, place, { line: request.hunk.line, isShifted });
    if (rivals) return refused(report.ambiguous(file, rivals, index));
    return outcomeOf(file, request, { index, place, manner, compare: absent <= MAX_COMPARED });
  });
  const reports = outcomes.map(({ report: each }) => each);
  if (reports.some(({ status }) => status !== 'applied')) return { ok: false, hunks: reports };

  const changes = outcomes.map(({ splices }) => splices);
  const overlap = findOverlap(changes);
  if (overlap !== undefined) {
    const [one, other] = overlap;
    return { ok: false, hunks: reports.map((each, index) => (index === other ? report.overlap(each, one) : each)) };
  }
  const finalNewline = outcomes.map(({ finalNewline: change }) => change).find((change) => change !== undefined);
  return {
    ok: true,
    text: assemble(file, changes.flat(), { finalNewline, lineEnd: lineEndOf(hunks) }),
    hunks: reports,
  };
}

/** For a file that has no line end to go by. */
function lineEndOf(hunks: readonly Hunk[]): string {
  return hunks.some(({ after }) => after.includes('\r\n')) && !hunks.some(({ after }) => /[^\r]\n/.test(after))
    ? '\r\n'
    : '\n';
}

/** Hunks that are not there for which the closest place is looked for, which takes a while: who reads of some reads the file again. */
const MAX_COMPARED = 5;

interface Request {
  readonly hunk: Hunk;
  readonly lines: HunkLines;
  readonly places: readonly Place[];
}

function requestOf(file: FileText, hunk: Hunk): Request {
  const lines = hunkLines(hunk);
  const nothing = plainText(hunk.before) === plainText(hunk.after);
  if (nothing) return { hunk, lines, places: [] };
  const places = lines.before.length === 0 ? placeWithoutLines(file, hunk, lines) : findPlaces(file, hunk, lines);
  if (places.length === 0 && hunk.before.includes(LONG_DASH) && !file.flat.includes(LONG_DASH))
    return withHyphens(file, hunk);
  return { hunk, lines, places };
}

/** The same with two hyphens for each dash, which is what some make of them. */
function withHyphens(file: FileText, hunk: Hunk): Request {
  const [before, after] = [hunk.before, hunk.after].map((each) => each.replaceAll(LONG_DASH, '--'));
  const request = requestOf(file, { ...hunk, before: before ?? '', after: after ?? '' });
  return isOpenWhatIsMeant(file, hunk)
    ? { ...request, places: request.places.map((place) => ({ ...place, unclear: UNCLEAR })) }
    : request;
}

/** New lines have a dash and also hyphens or quotes that were spared, or other characters for which nothing shows it. */
function isOpenWhatIsMeant(file: FileText, { before, after }: Hunk): boolean {
  const old = new Set(before.split('\n'));
  const fresh = after.split('\n').filter((line) => !old.has(line));
  const text = fresh.join('\n');
  const shown = typographicIn(before);
  const isForeign = [...typographicIn(text)].some((each) => !shown.has(each) && !file.flat.includes(each));
  const isSpared = [...shown].some((each) => text.includes(each === LONG_DASH ? '--' : plainForm(each)));
  return isForeign || (isSpared && text.includes(LONG_DASH));
}

function ownPlaces({ all }: Hunk, places: readonly Place[], chosen: Place | undefined): readonly Place[] {
  if (all === true) return places;
  return chosen === undefined ? [] : [chosen];
}

interface Outcome {
  readonly report: HunkReport;
  readonly splices: readonly Splice[];
  readonly finalNewline?: HunkLines['finalNewline'];
}

function outcomeOf(
  file: FileText,
  { hunk, lines, places }: Request,
  { index, place, manner, compare }: { index: number; place: Place | undefined; manner: Manner; compare: boolean },
): Outcome {
  if (plainText(hunk.before) === plainText(hunk.after)) return refused(report.noChange(index));
  if (places.length === 0) return refused(report.notFound(file, lines, { index, compare }));
  const own = ownPlaces(hunk, places, place);
  const [first] = own;
  if (!first) return refused(report.ambiguous(file, places, index));
  if (hunk.all !== true && isAppliedAt(file, first)) return refused(report.alreadyApplied(index, first.start));

  const splices: Splice[] = [];
  for (const each of own) {
    const written = writePlace(file, each, manner);
    if (typeof written === 'string') return refused(report.unclear(file, each, { index, message: written }));
    splices.push(...written);
  }
  const finalNewline = first.end >= file.count ? lines.finalNewline : undefined;
  if (splices.length === 0 && finalNewline === undefined) return refused(report.alreadyApplied(index, first.start));
  return {
    report: report.applied(file, own, index),
    splices,
    ...(finalNewline === undefined ? {} : { finalNewline }),
  };
}

function refused(each: HunkReport): Outcome {
  return { report: each, splices: [] };
}
