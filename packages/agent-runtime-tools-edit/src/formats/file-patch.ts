import type { Hunk } from '../engine/hunk.ts';

/** What a patch does to one file. Paths are as the patch says, decoded; the caller checks them. */
export type FilePatch = AddPatch | DeletePatch | UpdatePatch;

interface PatchedFile {
  readonly path: string;
  /** 1-based line of the patch where this file begins. */
  readonly line: number;
}

export interface AddPatch extends PatchedFile {
  readonly kind: 'add';
  readonly content: string;
  /** A file that is there is replaced. Else it is refused, as git does. */
  readonly mayReplace?: boolean;
  /** Permission bits, such as 0o755. */
  readonly mode?: number;
}

export interface DeletePatch extends PatchedFile {
  readonly kind: 'delete';
  /** What the file is said to hold (git diffs): where they do not apply, it is another file. */
  readonly hunks: readonly Hunk[];
}

export interface UpdatePatch extends PatchedFile {
  readonly kind: 'update';
  readonly moveTo?: string;
  /** A file that is at `moveTo` is replaced. Else it is refused, as git does. */
  readonly mayReplace?: boolean;
  /** The original stays where it is (`copy from`). */
  readonly copy?: boolean;
  /** New permission bits, such as 0o755. */
  readonly mode?: number;
  /** Empty where the file only moves or changes its mode. In the order of their places. */
  readonly hunks: readonly Hunk[];
}
