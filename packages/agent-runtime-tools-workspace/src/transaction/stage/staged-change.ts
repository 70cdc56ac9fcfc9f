import type { ResolvedPath } from '../../paths/resolved-path.ts';
import type { KeptTree } from '../journal/change-record.ts';
import type { TreeContents } from '../apply/make-tree.ts';

/** The content a file must have. */
export interface ExpectedContent {
  readonly hash: string;
  /** The caller vouches for it: what the task saw before does not count. */
  readonly vouched: boolean;
}

/** A change as asked for, before anything is looked at on disk. */
export type StagedChange = StagedWrite | StagedRemove | StagedMove | StagedRestore;

export interface StagedWrite {
  readonly kind: 'write';
  readonly file: ResolvedPath;
  readonly content: Uint8Array | { readonly linkTo: string };
  /** What must be there: `absent`, a file with this content, or whatever the task last saw. */
  readonly expect?: 'absent' | ExpectedContent;
  /** For a new file, or to change an old one's. */
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

/** A removed folder, to be put back where nothing is. */
export interface StagedRestore {
  readonly kind: 'restore';
  readonly file: ResolvedPath;
  readonly tree: KeptTree;
  readonly contents: TreeContents;
  readonly allowProtected: boolean;
}

/** A change that may carry a whole folder. */
export type TreeChange = StagedRemove | StagedMove | StagedRestore;

/** The paths a change touches. */
export function pathsOf(change: StagedChange): string[] {
  return change.kind === 'move' ? [change.file.path, change.to.path] : [change.file.path];
}
