import { closestPlace, similarityOf } from './closest-place.ts';
import type { FileText } from './file-text.ts';
import type { HunkReport } from './hunk.ts';
import type { HunkLines } from './hunk-lines.ts';
import { appliedLine } from './is-applied.ts';
import type { Place } from './place.ts';

/** What is said about a hunk, for each way it can go. */
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
      similarity: first ? similarityOf(file, first) : 1,
      how,
      count,
      message: count > 1 ? `Applied ${count} times, from line ${line} on.` : `Applied at line ${line}${WAYS[how]}.`,
    };
  },

  noChange(index: number): HunkReport {
    return refusal(index, 'no_change', 'The old and the new text are the same: there is nothing to change.');
  },

  notFound(file: FileText, lines: HunkLines, { index, compare }: { index: number; compare: boolean }): HunkReport {
    if (lines.before.length === 0) return refusal(index, 'no_place', NO_PLACE);
    const applied = appliedLine(file, lines);
    if (applied !== undefined) return report.alreadyApplied(index, applied);
    if (!compare) return refusal(index, 'not_found', `Not found. ${READ_AGAIN}`);
    const closest = closestPlace(file, lines.before);
    if (!closest) return refusal(index, 'not_found', `No place in the file is like it. ${READ_AGAIN}`);
    const { start, similarity, diff } = closest;
    const percent = Math.floor(similarity * 100);
    return {
      ...refusal(index, 'not_found', `Not found. Closest is line ${start + 1}, ${percent} % alike. ${READ_AGAIN}`),
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
        `Found ${places.length >= MAX_COUNTED ? 'many' : places.length} times${lines.length > 1 ? `, at lines ${shown}` : ` in line ${shown}`}. Add neighbouring lines until only one place is meant.`,
      ),
      candidates,
      similarity: first ? similarityOf(file, first) : 1,
      ...(first ? { how: first.how } : {}),
    };
  },

  alreadyApplied(index: number, start: number): HunkReport {
    const message = `The file has this change already, at line ${start + 1}. It is not made twice.`;
    return { ...refusal(index, 'already_applied', message), line: start + 1 };
  },

  unclear(file: FileText, place: Place, { index, message }: { index: number; message: string }): HunkReport {
    const { start, how } = place;
    return { ...refusal(index, 'unclear', message), line: start + 1, how, similarity: similarityOf(file, place) };
  },

  overlap(found: HunkReport, other: number): HunkReport {
    const message = `It changes lines at ${found.line ?? 1} that hunk ${other + 1} changes too. Join the two into one.`;
    return { ...found, status: 'overlap', count: 0, message };
  },
};

const WAYS = {
  exact: '',
  normalised: ', which differs in blanks or punctuation only',
  indentation: ', with the indentation that the file has there',
  fuzzy: ', where one neighbouring line differs, which stays as it is',
} as const;

const READ_AGAIN = 'Read the place again and give its lines exactly as they stand there.';
const NO_PLACE =
  'There is nothing to find: it has neither old lines nor neighbouring ones. Give at least one line of the file that the new lines go next to.';
const MAX_CANDIDATES = 20;
/** Searches stop at some number of places. */
const MAX_COUNTED = 100;

function refusal(index: number, status: HunkReport['status'], message: string): HunkReport {
  return { index, status, similarity: 0, count: 0, message };
}
