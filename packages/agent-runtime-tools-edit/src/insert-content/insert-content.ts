import type { EditTransaction } from '../change/edit-transaction.ts';
import { editErrors, refuse } from '../errors.ts';
import { insertLines } from './insert-lines.ts';

export interface InsertContentParams {
  readonly path: string;
  readonly line: number;
  readonly content: string;
}

/** Puts lines into a file. */
export async function insertContent(
  edit: EditTransaction,
  { path, line, content }: InsertContentParams,
): Promise<void> {
  const open = await edit.open(path);
  const inserted = insertLines(open.text, content, { line });
  if (inserted === undefined) {
    refuse(
      editErrors.LINE_OUT_OF_RANGE({
        message: `${open.file.display} has no line ${line} to insert ahead of.`,
        details: { path: open.file.display, line },
      }),
    );
  }
  const hunk = { index: 0, status: 'applied' as const, line: inserted.line, similarity: 1 };
  await edit.modify(open, inserted.text, { hunks: [hunk] });
}
