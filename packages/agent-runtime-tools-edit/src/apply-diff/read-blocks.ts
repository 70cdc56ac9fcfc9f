import type { Hunk } from '../engine/hunk.ts';
import { editErrors, refuse } from '../errors.ts';
import { parseSearchReplace } from '../formats/parse-search-replace.ts';

/** The blocks of a diff. Fails with DIFF_INVALID, which says where and what to write instead. */
export function readBlocks(diff: string, path?: string): readonly Hunk[] {
  const parsed = parseSearchReplace(diff);
  if (parsed.ok) return parsed.hunks;
  const { line, message, suggestion } = parsed.fault;
  const where = path === undefined ? `Line ${line} of the diff` : `Line ${line} of the diff for ${path}`;
  return refuse(
    editErrors.DIFF_INVALID({
      message: `${where}: ${message}`,
      suggestion,
      details: { line, ...(path !== undefined && { path }) },
    }),
  );
}
