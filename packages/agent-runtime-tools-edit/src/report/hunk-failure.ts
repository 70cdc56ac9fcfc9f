import { cutText, type ToolError } from '@ku0/agent-runtime-tools-core';
import type { HunkReport, HunkStatus } from '../engine/hunk.ts';
import { editErrors } from '../errors.ts';

export interface FailedFile {
  readonly path: string;
  readonly hunks: readonly HunkReport[];
}

/** The error for hunks that failed: a sentence and the closest place for each of them, never the content of the file. */
export function hunkFailure(files: readonly FailedFile[]): ToolError {
  const failed = files.flatMap(({ path, hunks }) =>
    hunks.filter(({ status }) => status !== 'applied').map((hunk) => ({ path, hunk })),
  );
  const total = files.reduce((sum, { hunks }) => sum + hunks.length, 0);
  const parts = failed.slice(0, MAX_HUNKS).map(({ path, hunk }) => describe(path, hunk, total));
  if (failed.length > MAX_HUNKS) parts.push(`... and ${failed.length - MAX_HUNKS} more hunks failed.`);
  const make = editErrors[CODES[failed[0]?.hunk.status ?? 'not_found']];
  return make({
    message: [...parts, 'Nothing was changed.'].join('\n'),
    details: {
      files: files.map(({ path, hunks }) => ({ path, hunks: hunks.slice(0, MAX_HUNKS).map(shorten) })),
    },
  });
}

const MAX_HUNKS = 10;
const MAX_CLOSEST_CHARS = 1500;

const CODES: Readonly<Record<HunkStatus, keyof typeof editErrors>> = {
  applied: 'EDIT_NO_MATCH',
  not_found: 'EDIT_NO_MATCH',
  ambiguous: 'EDIT_AMBIGUOUS',
  already_applied: 'EDIT_NO_CHANGE',
  no_change: 'EDIT_NO_CHANGE',
  overlap: 'EDIT_OVERLAP',
  unclear: 'EDIT_NO_MATCH',
  no_place: 'EDIT_NO_MATCH',
};

function describe(path: string, { index, message, closest }: HunkReport, total: number): string {
  const heading = total === 1 ? `${path}: ${message}` : `${path}, hunk ${index + 1}: ${message}`;
  return closest === undefined ? heading : `${heading}\n${cutText(closest, MAX_CLOSEST_CHARS, '').trimEnd()}`;
}

function shorten(hunk: HunkReport): HunkReport {
  return hunk.closest === undefined ? hunk : { ...hunk, closest: cutText(hunk.closest, MAX_CLOSEST_CHARS, '') };
}
