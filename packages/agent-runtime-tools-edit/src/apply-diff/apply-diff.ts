import type { EditTransaction } from '../change/edit-transaction.ts';
import { editByHunks } from '../change/edit-by-hunks.ts';
import { readBlocks } from './read-blocks.ts';

export interface ApplyDiffParams {
  readonly path: string;
  readonly diff: string;
}

/** Applies SEARCH/REPLACE blocks to one file, all of them or none. */
export async function applyDiff(edit: EditTransaction, { path, diff }: ApplyDiffParams): Promise<void> {
  const blocks = readBlocks(diff);
  const open = await edit.open(path);
  const { text, hunks } = editByHunks(open, blocks);
  await edit.modify(open, text, { hunks });
}
