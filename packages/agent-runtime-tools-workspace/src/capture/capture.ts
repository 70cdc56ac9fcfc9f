import { describeChange, unchanged, type ChangeFeed } from '../change-feed.ts';
import type { FileSystem } from '../fs/file-system.ts';
import type { OpenWorkspace } from '../open-workspace.ts';
import { retainSometimes } from '../transaction/commit-changes.ts';
import type { Retention } from '../undo/retention.ts';
import type { CommittedChange } from '../workspace.ts';
import { captureChanges, type CaptureOptions } from './capture-changes.ts';

export interface CapturedValue<T> {
  readonly value: T;
  /** Without an id and without files if nothing has changed. */
  readonly change: CommittedChange;
  /** What could not be watched. */
  readonly warnings: readonly string[];
}

interface CaptureAccess {
  readonly fs: FileSystem;
  readonly open: OpenWorkspace;
  readonly feed: ChangeFeed;
  readonly retention: Retention;
}

/** As Workspace.capture. */
export async function capture<T>(
  { fs, open, feed, retention }: CaptureAccess,
  body: () => Promise<T>,
  options: CaptureOptions,
): Promise<CapturedValue<T>> {
  const changedByOthers = new Set<string>();
  const unsubscribe = feed.subscribe(({ files }) => {
    for (const { path, from } of files) for (const name of [path, from ?? path]) changedByOthers.add(name);
  });
  const display = (path: string): string => open.display(path);
  const isChangedByOthers = (path: string): boolean => changedByOthers.has(display(path));
  try {
    const context = { fs, open, maxFileBytes: retention.maxFileBytes, isChangedByOthers };
    const { outcome, record, warnings } = await captureChanges(context, body, options);
    const change = record === undefined ? unchanged() : describeChange(record, display);
    if (record !== undefined) {
      await retainSometimes({ open, retention });
      feed.publish(change);
    }
    if (outcome.status === 'rejected') throw outcome.reason;
    return { value: outcome.value, change, warnings };
  } finally {
    unsubscribe();
  }
}
