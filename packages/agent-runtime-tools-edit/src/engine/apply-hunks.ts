import { applySplices } from './write/apply-splices.ts';
import { choosePlaces, type Candidates } from './choose/choose-places.ts';
import { FileText } from './file-text.ts';
import { findPlaces } from './find/find-places.ts';
import type { Hunk, HunkReport } from './hunk.ts';
import { toHunkLines, toLfText, type HunkLines } from './hunk-lines.ts';
import { isAlreadyApplied } from './choose/already-applied.ts';
import { AuthorStyle } from './write/author-style.ts';
import { LONG_DASH, plainForm, typographicCharacters } from './normalise-line.ts';
import { insertionPlaces } from './find/insertion-places.ts';
import type { Place } from './place.ts';
import { report } from './report.ts';
import { indentationRivals } from './choose/indentation-rivals.ts';
import { findOverlap } from './write/find-overlap.ts';
import { UNCLEAR_STYLE, writePlace, type Splice } from './write/write-place.ts';

export interface ApplyHunksOptions {
  /** The hunks are in the order of the file, as in patches. Helps to choose between several places of a hunk. */
  readonly ordered?: boolean;
}

export type ApplyHunksResult =
  | { readonly ok: true; readonly text: string; readonly hunks: readonly HunkReport[] }
  | { readonly ok: false; readonly hunks: readonly HunkReport[] };

/**
 * Applies all hunks to a text, or none. A hunk whose place or result is not certain is reported, not applied. Never
 * throws.
 *
 * 1. find: every place of the text that a hunk matches
 * 2. choose: one place per hunk, by order, anchors and line numbers
 * 3. write: the new lines in the file's indentation and spelling (`indent` works out the indentation)
 */
export function applyHunks(
  text: string,
  hunks: readonly Hunk[],
  { ordered = false }: ApplyHunksOptions = {},
): ApplyHunksResult {
  const file = new FileText(text);
  const candidates = hunks.map((hunk) => findCandidates(file, hunk));
  const chosen = choosePlaces(file, candidates, { ordered });
  const isShifted = chosen.some((place) => place?.how === 'indentation');
  const authorStyle = new AuthorStyle(
    file,
    candidates.flatMap(({ hunk, places }, index) => targetPlaces(hunk, places, chosen[index])),
  );
  let notFound = 0;
  const outcomes = candidates.map((candidate, index) => {
    if (candidate.places.length === 0) notFound += 1;
    const place = chosen[index];
    const rivals = place && indentationRivals(file, place, { line: candidate.hunk.line, isShifted });
    if (rivals) return refused(report.ambiguous(file, rivals, index));
    return outcomeFor(file, candidate, { index, place, authorStyle, findClosest: notFound <= MAX_CLOSEST_SEARCHES });
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
    text: applySplices(file, changes.flat(), { finalNewline, lineEnd: preferredLineEnd(hunks) }),
    hunks: reports,
  };
}

/** The line end for a file that has none of its own. */
function preferredLineEnd(hunks: readonly Hunk[]): string {
  return hunks.some(({ after }) => after.includes('\r\n')) && !hunks.some(({ after }) => /[^\r]\n/.test(after))
    ? '\r\n'
    : '\n';
}

/** Looking for the closest place is slow, so only the first few hunks that were not found get one. */
const MAX_CLOSEST_SEARCHES = 5;

function findCandidates(file: FileText, hunk: Hunk): Candidates {
  const lines = toHunkLines(hunk);
  const isUnchanged = toLfText(hunk.before) === toLfText(hunk.after);
  if (isUnchanged) return { hunk, lines, places: [] };
  const places = lines.before.length === 0 ? insertionPlaces(file, hunk, lines) : findPlaces(file, hunk, lines);
  if (places.length === 0 && hunk.before.includes(LONG_DASH) && !file.lfText.includes(LONG_DASH))
    return findWithHyphens(file, hunk);
  return { hunk, lines, places };
}

/** Searches again with two hyphens for each long dash: some authors turn `--` into a dash. */
function findWithHyphens(file: FileText, hunk: Hunk): Candidates {
  const [before, after] = [hunk.before, hunk.after].map((each) => each.replaceAll(LONG_DASH, '--'));
  const candidate = findCandidates(file, { ...hunk, before: before ?? '', after: after ?? '' });
  return isDashAmbiguous(file, hunk)
    ? { ...candidate, places: candidate.places.map((place) => ({ ...place, unclearReason: UNCLEAR_STYLE })) }
    : candidate;
}

/**
 * Whether it is unclear which dashes of the new lines stand for hyphens: the new lines have a dash beside plain hyphens
 * or quotes, or have typographic characters that occur neither in the old lines nor in the file.
 */
function isDashAmbiguous(file: FileText, { before, after }: Hunk): boolean {
  const old = new Set(before.split('\n'));
  const newLines = after.split('\n').filter((line) => !old.has(line));
  const text = newLines.join('\n');
  const shown = typographicCharacters(before);
  const isForeign = [...typographicCharacters(text)].some((each) => !shown.has(each) && !file.lfText.includes(each));
  const isSpared = [...shown].some((each) => text.includes(each === LONG_DASH ? '--' : plainForm(each)));
  return isForeign || (isSpared && text.includes(LONG_DASH));
}

function targetPlaces({ all }: Hunk, places: readonly Place[], chosen: Place | undefined): readonly Place[] {
  if (all === true) return places;
  return chosen === undefined ? [] : [chosen];
}

interface Outcome {
  readonly report: HunkReport;
  readonly splices: readonly Splice[];
  readonly finalNewline?: HunkLines['finalNewline'];
}

function outcomeFor(
  file: FileText,
  { hunk, lines, places }: Candidates,
  {
    index,
    place,
    authorStyle,
    findClosest,
  }: { index: number; place: Place | undefined; authorStyle: AuthorStyle; findClosest: boolean },
): Outcome {
  if (toLfText(hunk.before) === toLfText(hunk.after)) return refused(report.noChange(index));
  if (places.length === 0) return refused(report.notFound(file, lines, { index, findClosest }));
  const targets = targetPlaces(hunk, places, place);
  const [first] = targets;
  if (!first) return refused(report.ambiguous(file, places, index));
  if (hunk.all !== true && isAlreadyApplied(file, first)) return refused(report.alreadyApplied(index, first.start));

  const splices: Splice[] = [];
  for (const each of targets) {
    const written = writePlace(file, each, authorStyle);
    if (typeof written === 'string') return refused(report.unclear(file, each, { index, message: written }));
    splices.push(...written);
  }
  const finalNewline = first.end >= file.lineCount ? lines.finalNewline : undefined;
  if (splices.length === 0 && finalNewline === undefined) return refused(report.alreadyApplied(index, first.start));
  return {
    report: report.applied(file, targets, index),
    splices,
    ...(finalNewline === undefined ? {} : { finalNewline }),
  };
}

function refused(each: HunkReport): Outcome {
  return { report: each, splices: [] };
}
