import { randomBytes } from 'node:crypto';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { checkSignal, workspaceErrors } from '../errors.ts';
import { systemFailure } from '../fs/system-failure.ts';
import { ownIdentity } from '../locks/process-identity.ts';
import { apply } from './apply/apply.ts';
import type { ChangeOrigin } from './change-origin.ts';
import type { ChangeRecord, UndoneChange } from './journal/change-record.ts';
import { cleanUp } from './apply/clean-up.ts';
import { FolderPool } from './apply/folder-pool.ts';
import { Inspector, type InspectOptions } from './inspect/inspector.ts';
import type { Journal } from './journal/journal.ts';
import { prepare } from './apply/prepare.ts';
import { activeTransactions, rollBackAll } from './recover/recover.ts';
import type { StagedChange } from './stage/staged-change.ts';

export interface RunOptions extends InspectOptions {
  readonly journal: Journal;
  readonly origin: ChangeOrigin;
  readonly undoes?: readonly UndoneChange[];
  /** Folders to remove at the end if they are empty, innermost first. */
  readonly emptied?: readonly string[];
}

/**
 * Makes all changes or none. The caller holds the locks of all paths. After a crash recovery undoes the transaction unless
 * the journal has its commit mark, and finishes it if it has; a failure on the way is rolled back at once.
 */
export async function runTransaction(changes: readonly StagedChange[], options: RunOptions): Promise<ChangeRecord> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryTransaction(changes, options);
    if (!('vanished' in outcome)) return outcome;
    if (attempt === MAX_ATTEMPTS) throw outcome.vanished;
  }
}

const MAX_ATTEMPTS = 5;

/**
 * `vanished`: a folder that was there is gone, because an undo of somebody else has just emptied and removed it. Folders are
 * not locked. Nothing has been changed, and another attempt creates the folder.
 */
async function tryTransaction(
  changes: readonly StagedChange[],
  options: RunOptions,
): Promise<ChangeRecord | { readonly vanished: ToolFailure }> {
  const { journal, signal, onProgress } = options;
  const id = nextId();
  const folders = new FolderPool(options.fs);
  activeTransactions.add(id);
  try {
    const inspector = new Inspector(options, folders);
    const operations = await inspector.inspectAll(changes);
    const record: ChangeRecord = {
      id,
      time: Date.now(),
      owner: ownIdentity,
      ...options.origin,
      folders: inspector.folders,
      emptied: options.emptied ?? [],
      operations,
      ...(options.undoes !== undefined && { undoes: options.undoes }),
    };
    let isCommitted = false;
    try {
      await journal.begin(record);
      await prepare(record, { contents: inspector.contents, trees: inspector.trees, signal, onProgress }, folders);
      checkSignal(signal);
      isCommitted = true;
      await journal.commit(id);
      for (const operation of operations) await apply(record, operation, folders);
      await folders.syncAll();
    } catch (error) {
      const failure = await rolledBack(record, error, { journal, folders, isCommitted });
      if (!isCommitted && failure.error.code === 'FILE_NOT_FOUND') return { vanished: failure };
      throw failure;
    }
    // Everything is in place. What cannot be cleaned up now is left to the next recovery.
    const isClean = await cleanUp(record, folders, { folders: record.emptied, applied: true });
    if (isClean) await journal.complete(id).catch(() => undefined);
    return record;
  } finally {
    activeTransactions.delete(id);
    await folders.close();
  }
}

/** Rolls a failed transaction back and returns the failure to throw. */
async function rolledBack(
  record: ChangeRecord,
  cause: unknown,
  { journal, folders, isCommitted }: { journal: Journal; folders: FolderPool; isCommitted: boolean },
): Promise<ToolFailure> {
  const failure = systemFailure(cause, record.operations[0]?.path ?? '');
  try {
    if (isCommitted) {
      await journal.abort(record.id);
      await rollBackAll(record, folders);
    }
    if (await cleanUp(record, folders, { folders: record.folders.toReversed() })) await journal.discard(record.id);
    return failure;
  } catch (error) {
    // The journal keeps what the next recovery needs.
    const message = `${failure.error.message} Rolling the change back failed too; it will be settled before the next change.`;
    const { details } = failure.error;
    return new ToolFailure(workspaceErrors.IO_ERROR({ message, ...(details !== undefined && { details }) }), {
      cause: error,
    });
  }
}

let lastTime = 0;

/** Letters and digits that sort by time, also within a millisecond. */
export function nextId(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return lastTime.toString(36).padStart(9, '0') + randomBytes(4).toString('hex');
}
