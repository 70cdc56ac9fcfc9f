import type { EditTransaction } from '../change/edit-transaction.ts';
import { editErrors, throwFailure } from '../errors.ts';
import { countLines, insertLines } from './insert-lines.ts';

export interface InsertContentParams {
  readonly path: string;
  readonly line: number;
  readonly content: string;
}

/** Inserts lines into a file. */
export async function insertContent(
  edit: EditTransaction,
  { path, line, content }: InsertContentParams,
): Promise<void> {
  const open = await edit.open(path);
  const inserted = insertLines(open.text, content, { line });
  if (inserted === undefined) {
    const count = countLines(open.text);
    throwFailure(
      editErrors.LINE_OUT_OF_RANGE({
        message: `${open.file.display} has no line ${line} to insert before: it has ${count} line${count === 1 ? '' : 's'}.`,
        suggestion: `Give a line from 1 to ${count + 1}, or 0 for the end.`,
        details: { path: open.file.display, line, lines: count },
      }),
    );
  }
  const hunk = { index: 0, status: 'applied' as const, line: inserted.line, similarity: 1 };
  await edit.modify(open, inserted.text, { hunks: [hunk] });
}
