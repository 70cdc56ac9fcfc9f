import type { Hunk } from '../engine/hunk.ts';

/** One section of a patch. Paths are decoded but not checked. */
export type FilePatch = AddPatch | DeletePatch | UpdatePatch;

interface PatchedFile {
  readonly path: string;
  /** The 1-based line of the patch where the section begins. */
  readonly line: number;
}

export interface AddPatch extends PatchedFile {
  readonly kind: 'add';
  readonly content: string;
  /** Whether an existing file is replaced. Otherwise it is an error, as with git. */
  readonly mayReplace?: boolean;
  /** Permission bits, such as 0o755. */
  readonly mode?: number;
}

export interface DeletePatch extends PatchedFile {
  readonly kind: 'delete';
  /** The content to delete, in git diffs. If it does not match, the file is a different one. */
  readonly hunks: readonly Hunk[];
}

export interface UpdatePatch extends PatchedFile {
  readonly kind: 'update';
  readonly moveTo?: string;
  /** Whether an existing file at `moveTo` is replaced. Otherwise it is an error, as with git. */
  readonly mayReplace?: boolean;
  /** The original is kept (`copy from`). */
  readonly copy?: boolean;
  /** New permission bits, such as 0o755. */
  readonly mode?: number;
  /** In the order of the file. Empty if the file is only moved or its mode changed. */
  readonly hunks: readonly Hunk[];
}
