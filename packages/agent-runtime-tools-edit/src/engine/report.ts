import { findClosestPlace, matchSimilarity } from './find/find-closest-place.ts';
import type { FileText } from './file-text.ts';
import type { HunkReport } from './hunk.ts';
import type { HunkLines } from './hunk-lines.ts';
import { findAppliedLine } from './choose/already-applied.ts';
import type { Place } from './place.ts';

/** The report of a hunk for each possible outcome. */
export const report = {
  applied(file: FileText, places: readonly Place[], index: number): HunkReport {
    const [first] = places;
    const count = places.reduce((sum, place) => sum + place.count, 0);
    const line = (first?.start ?? 0) + 1;
    const how = first?.how ?? 'exact';
    return {
      index,
      status: 'applied',
      line,
      similarity: first ? matchSimilarity(file, first) : 1,
      how,
      count,
      message:
        count > 1 ? `Applied ${count} times, from line ${line} on.` : `Applied at line ${line}${MATCH_NOTES[how]}.`,
    };
  },

  noChange(index: number): HunkReport {
    return refusal(index, 'no_change', 'The old and the new text are the same, so there is nothing to change.');
  },

  notFound(
    file: FileText,
    lines: HunkLines,
    { index, findClosest }: { index: number; findClosest: boolean },
  ): HunkReport {
    if (lines.before.length === 0) return refusal(index, 'no_place', NO_PLACE);
    const applied = findAppliedLine(file, lines);
    if (applied !== undefined) return report.alreadyApplied(index, applied);
    if (!findClosest) return refusal(index, 'not_found', `Not found. ${READ_AGAIN}`);
    const closest = findClosestPlace(file, lines.before);
    if (!closest) return refusal(index, 'not_found', `Not found, and nothing in the file is similar. ${READ_AGAIN}`);
    const { start, similarity, diff } = closest;
    const percent = Math.floor(similarity * 100);
    return {
      ...refusal(
        index,
        'not_found',
        `Not found. The closest place is line ${start + 1}, ${percent} % similar. ${READ_AGAIN}`,
      ),
      line: start + 1,
      similarity,
      closest: diff,
    };
  },

  ambiguous(file: FileText, places: readonly Place[], index: number): HunkReport {
    const lines = [...new Set(places.map(({ start }) => start + 1))];
    const candidates = lines.slice(0, MAX_CANDIDATES);
    const shown = `${candidates.join(', ')}${lines.length > MAX_CANDIDATES ? ', …' : ''}`;
    const [first] = places;
    return {
      ...refusal(
        index,
        'ambiguous',
        `Found ${places.length >= MAX_COUNTED ? 'many' : places.length} times${lines.length > 1 ? `, at lines ${shown}` : ` in line ${shown}`}. Add neighbouring lines until only one place matches.`,
      ),
      candidates,
      similarity: first ? matchSimilarity(file, first) : 1,
      ...(first ? { how: first.how } : {}),
    };
  },

  alreadyApplied(index: number, start: number): HunkReport {
    const message = `The file already has this change, at line ${start + 1}.`;
    return { ...refusal(index, 'already_applied', message), line: start + 1 };
  },

  unclear(file: FileText, place: Place, { index, message }: { index: number; message: string }): HunkReport {
    const { start, how } = place;
    return { ...refusal(index, 'unclear', message), line: start + 1, how, similarity: matchSimilarity(file, place) };
  },

  overlap(found: HunkReport, other: number): HunkReport {
    const message = `It changes lines at ${found.line ?? 1} that hunk ${other + 1} changes too. Merge the two hunks.`;
    return { ...found, status: 'overlap', count: 0, message };
  },
};

const MATCH_NOTES = {
  exact: '',
  normalised: ', ignoring trailing blanks and typographic punctuation',
  indentation: ', with the new lines indented like the file',
  fuzzy: ', where one context line differs and was kept as the file has it',
} as const;

const READ_AGAIN = 'Read the file again and give its lines exactly as they are there.';
const NO_PLACE =
  'The hunk has no old lines and no context lines. Give at least one line of the file next to the new lines.';
const MAX_CANDIDATES = 20;
/** Searches within lines stop at this number of places, so a higher count is not exact. */
const MAX_COUNTED = 100;

function refusal(index: number, status: HunkReport['status'], message: string): HunkReport {
  return { index, status, similarity: 0, count: 0, message };
}
