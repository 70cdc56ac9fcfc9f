import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import { applyHunks, type ApplyHunksOptions } from '../engine/apply-hunks.ts';
import type { Hunk, HunkReport } from '../engine/hunk.ts';
import { throwFailure } from '../errors.ts';
import { hunkFailure, type FailedFile } from '../report/hunk-failure.ts';
import type { OpenText } from './edit-transaction.ts';
import type { EditedHunk } from './edited-files.ts';

export interface EditedText {
  readonly text: string;
  readonly hunks: EditedHunk[];
}

/** The text of a file with all hunks applied. Throws an error that describes every hunk that failed. */
export function editByHunks(open: OpenText, hunks: readonly Hunk[], options?: ApplyHunksOptions): EditedText {
  const failed: FailedFile[] = [];
  return tryHunks(open, hunks, { ...options, failed }) ?? throwFailure(hunkFailure(failed));
}

/** The same for one of several files: a failure is added to `failed`, so that all files are reported together. */
export function tryHunks(
  open: OpenText,
  hunks: readonly Hunk[],
  { failed, ...options }: ApplyHunksOptions & { failed: FailedFile[] },
): EditedText | undefined {
  if (hunks.length > MAX_HUNKS) throwFailure(tooManyHunks(open.file.display, hunks.length));
  const applied = applyHunks(open.text, hunks, options);
  if (applied.ok) return { text: applied.text, hunks: applied.hunks.map(toEditedHunk) };
  failed.push({ path: open.file.display, hunks: applied.hunks });
  return undefined;
}

/** Every hunk is searched for in the whole file, in one turn of the event loop. */
const MAX_HUNKS = 1000;

function tooManyHunks(path: string, count: number): ReturnType<typeof workspaceErrors.TOO_LARGE> {
  return workspaceErrors.TOO_LARGE({
    message: `${count} hunks for ${path} are more than the ${MAX_HUNKS} that one call may have.`,
    suggestion: 'Make several calls, or write the whole file.',
    details: { path, hunks: count },
  });
}

function toEditedHunk({ index, line = 1, similarity, how, count }: HunkReport): EditedHunk {
  return {
    index,
    status: 'applied',
    line,
    similarity,
    ...(how !== undefined && { how }),
    ...(count > 1 && { count }),
  };
}
