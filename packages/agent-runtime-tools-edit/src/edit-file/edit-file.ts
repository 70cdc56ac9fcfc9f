import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { EditTransaction, OpenText } from '../change/edit-transaction.ts';
import { editByHunks } from '../change/edit-by-hunks.ts';
import { applyHunks } from '../engine/apply-hunks.ts';
import type { Hunk } from '../engine/hunk.ts';
import { editErrors, throwFailure } from '../errors.ts';

export interface EditFileParams {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean;
  readonly expected_replacements?: number;
}

/** Replaces text in a file. An empty `old_string` creates a new file. */
export async function editFile(edit: EditTransaction, params: EditFileParams): Promise<void> {
  const { path, old_string: before, new_string: after, replace_all: isAll = false, expected_replacements } = params;
  if (before === '') return createFile(edit, path, after);
  const expected = expected_replacements ?? (isAll ? undefined : 1);
  const open = await edit.open(path);
  const hunk: Hunk = { before, after, wholeLines: false };
  if (expected === 1) {
    const { text, hunks } = editByHunks(open, [hunk]);
    return edit.modify(open, text, { hunks, replacements: 1 });
  }
  const { text, hunks } = editByHunks(open, [{ ...hunk, all: true }]);
  const count = hunks[0]?.count ?? 1;
  if (expected !== undefined && count !== expected) throwFailure(mismatch(open, hunk, { count, expected }));
  return edit.modify(open, text, { hunks, replacements: count });
}

async function createFile(edit: EditTransaction, path: string, text: string): Promise<void> {
  const { exists, display } = await edit.resolve(path, 'write');
  if (exists) {
    throwFailure(
      workspaceErrors.ALREADY_EXISTS({
        message: `${display} already exists, and an empty old_string only creates new files.`,
        suggestion: 'Give the text to replace as old_string, or insert lines with insert_content.',
        details: { path: display },
      }),
    );
  }
  await edit.create(path, text);
}

function mismatch(
  open: OpenText,
  hunk: Hunk,
  { count, expected }: { count: number; expected: number },
): ReturnType<typeof editErrors.EDIT_COUNT_MISMATCH> {
  const { display: path } = open.file;
  // Without `all`, the matcher reports the lines of all places.
  const [report] = applyHunks(open.text, [hunk]).hunks;
  const lines = report?.candidates ?? (report?.line === undefined ? [] : [report.line]);
  const places = `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${count > lines.length ? ', ...' : ''}`;
  return editErrors.EDIT_COUNT_MISMATCH({
    message: `${path} has the text ${count === 1 ? 'once' : `${count} times`}, at ${places}; ${expected} were expected. Nothing was changed.`,
    details: { path, found: count, expected, lines },
  });
}
