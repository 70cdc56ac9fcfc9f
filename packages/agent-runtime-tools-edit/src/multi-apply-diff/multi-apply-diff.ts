import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import { readBlocks } from '../apply-diff/read-blocks.ts';
import type { EditTransaction } from '../change/edit-transaction.ts';
import { tryHunks } from '../change/edit-by-hunks.ts';
import { throwFailure } from '../errors.ts';
import { hunkFailure, type FailedFile } from '../report/hunk-failure.ts';

export interface MultiApplyDiffParams {
  readonly files: readonly { readonly path: string; readonly diff: string }[];
}

/** Applies SEARCH/REPLACE blocks to several files: all files or none. */
export async function multiApplyDiff(edit: EditTransaction, { files }: MultiApplyDiffParams): Promise<void> {
  const wanted = files.map(({ path, diff }) => ({ path, blocks: readBlocks(diff, path) }));
  await checkNamedOnce(edit, files);
  const failed: FailedFile[] = [];
  for (const { path, blocks } of wanted) {
    const open = await edit.open(path);
    const edited = tryHunks(open, blocks, { failed });
    // After a failure the other files are only tried, so that all failures are reported together.
    if (edited !== undefined && failed.length === 0) await edit.modify(open, edited.text, { hunks: edited.hunks });
  }
  if (failed.length > 0) throwFailure(hunkFailure(failed));
}

async function checkNamedOnce(edit: EditTransaction, files: MultiApplyDiffParams['files']): Promise<void> {
  const seen = new Set<string>();
  for (const { path } of files) {
    const file = await edit.resolve(path, 'write');
    if (seen.has(file.path)) throwFailure(namedTwice(file.display));
    seen.add(file.path);
  }
}

function namedTwice(path: string): ReturnType<typeof workspaceErrors.CONFLICTING_CHANGES> {
  return workspaceErrors.CONFLICTING_CHANGES({
    message: `${path} is named more than once.`,
    suggestion: 'Put all blocks for one file into one diff.',
    details: { path },
  });
}
