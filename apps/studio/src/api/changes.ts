/** One step of undo. */
export interface ChangeEntry {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly tool?: string;
  readonly task?: string;
  readonly files: readonly {
    readonly path: string;
    readonly kind: 'created' | 'modified' | 'removed' | 'moved';
    readonly from?: string;
    /** Its old content could not be kept, so undo cannot restore it. */
    readonly lost?: true;
  }[];
  /** The change is itself an undo of these changes. */
  readonly undoes?: readonly string[];
  /** It has been undone, at least in part. */
  readonly undone: boolean;
}

export interface FileDiff {
  readonly path: string;
  /** A git diff; empty if it cannot be shown, for the `reason` given. */
  readonly diff: string;
  readonly reason?: string;
}

/** The changes to undo, by id, or all changes of a task. */
export type UndoRequest = { readonly changes: readonly string[] } | { readonly task: string };

export interface UndoAnswer {
  readonly restored: readonly string[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}
