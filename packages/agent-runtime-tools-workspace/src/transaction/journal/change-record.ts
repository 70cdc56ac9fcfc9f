import type { ProcessIdentity } from '../../locks/process-identity.ts';
import type { FileVersion } from '../../read/file-version.ts';

/**
 * One transaction as it is written down: first in the journal, so that a crash can be repaired, and then, the
 * very same file, in the list of changes, so that it can be undone.
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
  /** Folders that had to be made, outermost first. */
  readonly folders: readonly string[];
  /** Folders to take away again at the end where they are empty, innermost first. */
  readonly emptied: readonly string[];
  readonly operations: readonly Operation[];
  /** The changes that this one takes back. */
  readonly undoes?: readonly UndoneChange[];
}

export interface UndoneChange {
  readonly id: string;
  /** Positions of its operations that were taken back. */
  readonly operations: readonly number[];
  /** Positions of those that had to stay. Without it, the change is done with as a whole. */
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

/** Brings a removed folder back as a whole. Nothing is at its path beforehand. */
export interface RestoreOperation {
  readonly kind: 'restore';
  readonly path: string;
  readonly tree: KeptTree;
}

export interface FileBefore {
  readonly type: 'file';
  /** Null when the content was too large to keep. */
  readonly hash: string | null;
  readonly size: number;
  readonly mode: number;
  readonly version: FileVersion;
}

export interface FileAfter {
  readonly type: 'file';
  readonly hash: string;
  readonly size: number;
  /** Null for a new file with the permissions that the system gives it. */
  readonly mode: number | null;
}

export interface LinkImage {
  readonly type: 'symlink';
  readonly target: string;
}

export interface TreeImage {
  readonly type: 'directory';
  readonly mode: number;
  /** Everything below, folders before their content; null when it was too much to keep. */
  readonly entries: readonly TreeEntry[] | null;
}

/** A tree whose content is known. */
export interface KeptTree extends TreeImage {
  readonly entries: readonly TreeEntry[];
}

export interface TreeEntry {
  /** Below the removed folder. */
  readonly path: string;
  readonly image: FileBefore | LinkImage | { readonly type: 'directory'; readonly mode: number };
}

/** The names a transaction uses beside its targets. */
export function temporaryName(record: ChangeRecord, operation: Operation, role: 'new' | 'old'): string {
  return `.toolbox-${record.id}-${record.operations.indexOf(operation)}.${role}`;
}
