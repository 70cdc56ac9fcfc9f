import { tryHunks, type EditedText } from '../change/edit-by-hunks.ts';
import type { EditTransaction, OpenText } from '../change/edit-transaction.ts';
import type { EditedHunk } from '../change/edited-files.ts';
import { editErrors, throwFailure } from '../errors.ts';
import type { FilePatch } from '../formats/file-patch.ts';
import { hunkFailure, type FailedFile } from '../report/hunk-failure.ts';
import { checkTargets } from './check-targets.ts';
import { patchSteps, type UpdateStep } from './patch-steps.ts';
import { readPatch } from './read-patch.ts';

export interface ApplyPatchParams {
  readonly patch: string;
}

/** Applies a patch to all of its files or to none. */
export async function applyPatch(edit: EditTransaction, { patch }: ApplyPatchParams): Promise<void> {
  const files = readPatch(patch);
  await checkTargets(edit, files);
  const failed: FailedFile[] = [];
  for (const step of patchSteps(files)) {
    if (step.kind === 'add') await add(edit, step);
    else if (step.kind === 'delete') await remove(edit, step, failed);
    else await update(edit, step, failed);
  }
  if (failed.length > 0) throwFailure(hunkFailure(failed));
}

async function add(edit: EditTransaction, step: Extract<FilePatch, { kind: 'add' }>): Promise<void> {
  const { path, content, mode, mayReplace = false } = step;
  if (mayReplace && (await edit.resolve(path, 'write')).exists) return edit.replace(path, content);
  return edit.create(path, content, { permissions: newFileMode(mode) });
}

async function remove(
  edit: EditTransaction,
  { path, hunks }: Extract<FilePatch, { kind: 'delete' }>,
  failed: FailedFile[],
): Promise<void> {
  if (hunks.length > 0) {
    const open = await edit.open(path);
    const left = tryHunks(open, hunks, { ordered: true, failed });
    if (left === undefined) return;
    if (left.text !== '') throwFailure(hasRemainingContent(open));
  }
  await edit.remove(path);
}

async function update(edit: EditTransaction, step: UpdateStep, failed: FailedFile[]): Promise<void> {
  const { path, moveTo, mode, copy = false, sections, mayReplace = false } = step;
  const isTextKept = sections.every((hunks) => hunks.length === 0);
  const isReplacing = moveTo !== undefined && mayReplace && (await edit.resolve(moveTo, 'write')).exists;
  const over = isReplacing ? await edit.open(moveTo) : undefined;
  if (moveTo !== undefined && isTextKept && !copy && mode === undefined) return edit.move(path, moveTo, { over });
  const open = await edit.open(path);
  const edited = applySections(open, sections, failed);
  if (edited === undefined || failed.length > 0) return undefined;
  const { text, hunks } = edited;
  const notes = { hunks, permissions: changedMode(open.permissions, mode) };
  if (moveTo === undefined) return edit.modify(open, text, notes);
  return copy ? edit.copy(open, moveTo, text, notes) : edit.moveAndModify(open, moveTo, text, { ...notes, over });
}

/**
 * Applies several sections of a patch for one file: all to the original text, or, if that fails, each to the result of the
 * one before. Undefined when a hunk failed, which is added to `failed`.
 */
function applySections(open: OpenText, sections: UpdateStep['sections'], failed: FailedFile[]): EditedText | undefined {
  if (sections.length > 1) {
    const together = tryHunks(open, sections.flat(), { ordered: true, failed: [] });
    if (together !== undefined) return together;
  }
  let { text } = open;
  const hunks: EditedHunk[] = [];
  for (const section of sections) {
    if (section.length === 0) continue;
    const edited = tryHunks({ ...open, text }, section, { ordered: true, failed });
    if (edited === undefined) return undefined;
    text = edited.text;
    for (const hunk of edited.hunks) hunks.push({ ...hunk, index: hunks.length });
  }
  return { text, hunks };
}

/** A new file is executable if the patch says so; the system decides the rest of its mode. */
function newFileMode(mode: number | undefined): number | undefined {
  return mode !== undefined && isExecutable(mode) ? 0o755 : undefined;
}

/** Everyone who may read the file may execute it, or nobody may. */
function changedMode(permissions: number, mode: number | undefined): number | undefined {
  if (mode === undefined) return undefined;
  return isExecutable(mode) ? permissions | ((permissions & 0o444) >> 2) : permissions & ~0o111;
}

function isExecutable(mode: number): boolean {
  return (mode & 0o111) !== 0;
}

function hasRemainingContent({ file }: OpenText): ReturnType<typeof editErrors.EDIT_NO_MATCH> {
  return editErrors.EDIT_NO_MATCH({
    message: `${file.display} has content that the patch does not delete. Nothing was changed.`,
    suggestion: 'Read the file again and make the patch from its current content.',
    details: { path: file.display },
  });
}
