import { join } from 'node:path';
import { originOf } from './transaction/change-origin.ts';
import type { ChangeRecord, Operation } from './transaction/journal/change-record.ts';
import type { ChangedFile, CommittedChange } from './workspace.ts';

/** Notifies listeners of changes. A listener that throws does not affect the others. */
export class ChangeFeed {
  readonly #listeners = new Set<(change: CommittedChange) => void>();

  subscribe(listener: (change: CommittedChange) => void): () => void {
    const subscription = (change: CommittedChange): void => listener(change);
    this.#listeners.add(subscription);
    return () => void this.#listeners.delete(subscription);
  }

  publish(change: CommittedChange): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch {
        // The change is already made.
      }
    }
  }
}

/** What is returned where nothing was changed. */
export function unchanged(): CommittedChange {
  return { id: '', time: Date.now(), files: [] };
}

/** Converts a record to the public type. */
export function describeChange(record: ChangeRecord, display: (path: string) => string): CommittedChange {
  const { id, time, undoes } = record;
  return {
    id,
    time,
    ...originOf(record),
    files: record.operations.flatMap((operation) => describeOperation(operation, display)),
    ...(undoes !== undefined && { undoes: undoes.map((undone) => undone.id) }),
  };
}

function describeOperation(
  operation: Operation,
  display: (path: string) => string,
): ChangedFile | readonly ChangedFile[] {
  if (operation.kind === 'move') return { path: display(operation.to), kind: 'moved', from: display(operation.path) };
  const lost = isLost(operation) ? { lost: true as const } : {};
  if (operation.kind === 'remove') return { path: display(operation.path), kind: 'removed', ...lost };
  if (operation.kind === 'restore') {
    const files = operation.tree.entries.filter(({ image }) => image.type !== 'directory');
    const paths = files.length === 0 ? [operation.path] : files.map(({ path }) => join(operation.path, path));
    return paths.map((path) => ({ path: display(path), kind: 'created' }));
  }
  return { path: display(operation.path), kind: operation.before === null ? 'created' : 'modified', ...lost };
}

function isLost(operation: Operation): boolean {
  if (operation.kind === 'move' || operation.kind === 'restore') return false;
  const { before } = operation;
  return (before?.type === 'file' && before.hash === null) || (before?.type === 'directory' && before.entries === null);
}
