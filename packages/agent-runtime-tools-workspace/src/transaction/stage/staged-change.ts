import type { ResolvedPath } from '../../paths/resolved-path.ts';
import type { KeptTree } from '../journal/change-record.ts';
import type { TreeContents } from '../apply/make-tree.ts';

/** The content a file must have. */
export interface ExpectedContent {
  readonly hash: string;
  /** The caller gave the hash, so that what the task has read is not checked. */
  readonly skipReadCheck: boolean;
}

/** A change as requested, before the files on disk are inspected. */
export type StagedChange = StagedWrite | StagedRemove | StagedMove | StagedRestore;

export interface StagedWrite {
  readonly kind: 'write';
  readonly file: ResolvedPath;
  readonly content: Uint8Array | { readonly linkTo: string };
  /** What must be there: nothing, or a file with this content. Default: the file as the task last read it. */
  readonly expect?: 'absent' | ExpectedContent;
  /** The permission bits of the file. Default: those of the old file. */
  readonly mode?: number;
}

export interface StagedRemove {
  readonly kind: 'remove';
  readonly file: ResolvedPath;
  readonly recursive: boolean;
  readonly allowProtected: boolean;
  readonly expect?: ExpectedContent;
}

export interface StagedMove {
  readonly kind: 'move';
  readonly file: ResolvedPath;
  readonly to: ResolvedPath;
  readonly allowProtected: boolean;
}

/** A removed folder to restore; nothing may be at its path. */
export interface StagedRestore {
  readonly kind: 'restore';
  readonly file: ResolvedPath;
  readonly tree: KeptTree;
  readonly contents: TreeContents;
  readonly allowProtected: boolean;
}

/** A change that may affect a whole folder. */
export type TreeChange = StagedRemove | StagedMove | StagedRestore;

/** The paths that a change affects. */
export function pathsOf(change: StagedChange): string[] {
  return change.kind === 'move' ? [change.file.path, change.to.path] : [change.file.path];
}
