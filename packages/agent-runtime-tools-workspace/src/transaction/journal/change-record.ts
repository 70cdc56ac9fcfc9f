import type { ProcessIdentity } from '../../locks/process-identity.ts';
import type { FileVersion } from '../../read/file-version.ts';

/**
 * The record of one transaction. Its file is first in the journal, for recovery after a crash, and then in the list of
 * changes, for undo.
 */
export interface ChangeRecord {
  /** Sorts by time. */
  readonly id: string;
  readonly time: number;
  /** The process that made it. */
  readonly owner: ProcessIdentity;
  readonly principalId?: string;
  readonly taskId?: string;
  readonly callId?: string;
  readonly callKey?: string;
  readonly tool?: string;
  /** Folders that had to be created, outermost first. */
  readonly folders: readonly string[];
  /** Folders to remove at the end if they are empty, innermost first. */
  readonly emptied: readonly string[];
  readonly operations: readonly Operation[];
  /** The changes that this one undoes. */
  readonly undoes?: readonly UndoneChange[];
}

export interface UndoneChange {
  readonly id: string;
  /** The indexes of its operations that were undone. */
  readonly operations: readonly number[];
  /** The indexes of those that could not be undone. Without it, the undo of the change is finished. */
  readonly left?: readonly number[];
}

export type Operation = WriteOperation | RemoveOperation | MoveOperation | RestoreOperation;

export interface WriteOperation {
  readonly kind: 'write';
  /** Absolute and real, as all paths here. */
  readonly path: string;
  readonly before: FileBefore | null;
  readonly after: FileAfter | LinkImage;
}

export interface RemoveOperation {
  readonly kind: 'remove';
  readonly path: string;
  readonly before: FileBefore | LinkImage | TreeImage;
}

/** Nothing is at `to` beforehand. */
export interface MoveOperation {
  readonly kind: 'move';
  readonly path: string;
  readonly to: string;
  readonly moved: FileBefore | LinkImage | { readonly type: 'directory'; readonly ino: string };
}

/** Restores a removed folder as a whole. Nothing is at its path beforehand. */
export interface RestoreOperation {
  readonly kind: 'restore';
  readonly path: string;
  readonly tree: KeptTree;
}

export interface FileBefore {
  readonly type: 'file';
  /** Null if the content was too large to keep. */
  readonly hash: string | null;
  readonly size: number;
  readonly mode: number;
  readonly version: FileVersion;
}

export interface FileAfter {
  readonly type: 'file';
  readonly hash: string;
  readonly size: number;
  /** Null for a new file with default permissions. */
  readonly mode: number | null;
}

export interface LinkImage {
  readonly type: 'symlink';
  readonly target: string;
}

export interface TreeImage {
  readonly type: 'directory';
  readonly mode: number;
  /** Everything below, folders before their content; null if it was too large to keep. */
  readonly entries: readonly TreeEntry[] | null;
}

/** A tree whose content was kept. */
export interface KeptTree extends TreeImage {
  readonly entries: readonly TreeEntry[];
}

export interface TreeEntry {
  /** Below the removed folder. */
  readonly path: string;
  readonly image: FileBefore | LinkImage | { readonly type: 'directory'; readonly mode: number };
}

/** The name of a temporary file beside its target: `new` content, or `old` content. */
export function temporaryName(record: ChangeRecord, operation: Operation, role: 'new' | 'old'): string {
  return `.toolbox-${record.id}-${record.operations.indexOf(operation)}.${role}`;
}
