import type { ChangeRecord, Operation } from './transaction/change-record.ts';
import type { ChangedFile, CommittedChange } from './workspace.ts';

/** Tells listeners of changes. One that throws does not keep the others from hearing. */
export class ChangeFeed {
  readonly #listeners = new Set<(change: CommittedChange) => void>();

  subscribe(listener: (change: CommittedChange) => void): () => void {
    const own = (change: CommittedChange): void => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  publish(change: CommittedChange): void {
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch {
        // The change is made; a listener has no say in it.
      }
    }
  }
}

/** A record in the words of the public interface. */
export function describeChange(record: ChangeRecord, display: (path: string) => string): CommittedChange {
  const { id, time, taskId, callId, tool, undoes } = record;
  return {
    id,
    time,
    ...(taskId !== undefined && { taskId }),
    ...(callId !== undefined && { callId }),
    ...(tool !== undefined && { tool }),
    files: record.operations.map((operation) => describeOperation(operation, display)),
    ...(undoes !== undefined && { undoes: undoes.map((undone) => undone.id) }),
  };
}

function describeOperation(operation: Operation, display: (path: string) => string): ChangedFile {
  if (operation.kind === 'move') return { path: display(operation.to), kind: 'moved', from: display(operation.path) };
  if (operation.kind === 'remove') return { path: display(operation.path), kind: 'removed' };
  return { path: display(operation.path), kind: operation.before === null ? 'created' : 'modified' };
}
