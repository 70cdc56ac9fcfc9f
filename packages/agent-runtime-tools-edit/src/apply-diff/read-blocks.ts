import type { Hunk } from '../engine/hunk.ts';
import { editErrors, throwFailure } from '../errors.ts';
import { parseSearchReplace } from '../formats/parse-search-replace.ts';

/** Parses the blocks of a diff. Throws DIFF_INVALID with the line and what to write instead. */
export function readBlocks(diff: string, path?: string): readonly Hunk[] {
  const parsed = parseSearchReplace(diff);
  if (parsed.ok) return parsed.hunks;
  const { line, message, suggestion } = parsed.fault;
  const where = path === undefined ? `Line ${line} of the diff` : `Line ${line} of the diff for ${path}`;
  return throwFailure(
    editErrors.DIFF_INVALID({
      message: `${where}: ${message}`,
      suggestion,
      details: { line, ...(path !== undefined && { path }) },
    }),
  );
}
