import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { FileSystem } from '../../fs/file-system.ts';
import type { Leases } from '../../locks/leases.ts';
import { apply } from '../apply/apply.ts';
import { cleanUp } from '../apply/clean-up.ts';
import type { ChangeRecord } from '../journal/change-record.ts';
import { FolderPool } from '../apply/folder-pool.ts';
import type { Journal, JournalEntry } from '../journal/journal.ts';
import { rollBack } from './roll-back.ts';

/** What recovery did about transactions that a crash interrupted, by id. */
export interface RecoveryReport {
  /** Finished. */
  readonly completed: string[];
  /** Rolled back. */
  readonly reverted: string[];
  /** Files that somebody else changed meanwhile; they were left as they are. */
  readonly conflicts: string[];
  /** Could not be repaired yet; the next transaction tries again. */
  readonly pending: string[];
}

/** The transactions that this thread is running. */
export const activeTransactions = new Set<string>();

/** Finishes or rolls back the transactions of dead processes. May be interrupted at any point and run again. */
export async function recoverTransactions(fs: FileSystem, journal: Journal, leases: Leases): Promise<RecoveryOutcome> {
  const report: RecoveryReport = { completed: [], reverted: [], conflicts: [], pending: [] };
  let isUnknown = false;
  for (const { record } of await journal.entries()) {
    const { id, owner } = record;
    const state = await leases.stateOf(owner, () => activeTransactions.has(id));
    isUnknown ||= state === 'unknown';
    if (state !== 'dead') continue;
    // The transaction may have gone on, or ended, since it was read above.
    const entry = await journal.takeOver(id);
    if (entry === undefined) continue;
    const done = await finishOrRollBack(fs, journal, entry, report).catch(() => false);
    if (!done) report.pending.push(id);
  }
  await journal.sweep(leases, (id) => activeTransactions.has(id)).catch(() => undefined);
  return { report, isUnknown };
}

export interface RecoveryOutcome {
  readonly report: RecoveryReport;
  /** For some transactions it is not known yet whether their process is alive. */
  readonly isUnknown: boolean;
}

async function finishOrRollBack(
  fs: FileSystem,
  journal: Journal,
  { record, stage }: JournalEntry,
  report: RecoveryReport,
): Promise<boolean> {
  const folders = new FolderPool(fs);
  try {
    if (stage === 'committed') {
      report.conflicts.push(...(await applyAll(record, folders)));
      if (!(await cleanUp(record, folders, { folders: record.emptied }))) return false;
      await journal.complete(record.id);
      report.completed.push(record.id);
      return true;
    }
    // Only an aborted transaction has touched its targets.
    if (stage === 'aborted') report.conflicts.push(...(await rollBackAll(record, folders)));
    if (!(await cleanUp(record, folders, { folders: record.folders.toReversed() }))) return false;
    if (!(await journal.discard(record.id))) return false;
    report.reverted.push(record.id);
    return true;
  } finally {
    await folders.close();
  }
}

/** Applies the remaining operations. Returns the files that somebody else has changed meanwhile, which stay as they are. */
async function applyAll(record: ChangeRecord, folders: FolderPool): Promise<string[]> {
  const conflicts: string[] = [];
  for (const operation of record.operations) {
    try {
      await apply(record, operation, folders);
    } catch (error) {
      if (!(error instanceof ToolFailure) || !LEFT_ALONE.has(error.error.code)) throw error;
      conflicts.push(operation.path);
    }
  }
  await folders.syncAll();
  return conflicts;
}

/** Rolls all operations back, the last one first. Returns the files that somebody else has changed meanwhile. */
export async function rollBackAll(record: ChangeRecord, folders: FolderPool): Promise<string[]> {
  const conflicts: string[] = [];
  for (const operation of record.operations.toReversed()) {
    const done = await rollBack(record, operation, folders).catch(() => rollBack(record, operation, folders));
    if (!done) conflicts.push(operation.path);
  }
  await folders.syncAll().catch(() => undefined);
  return conflicts;
}

const LEFT_ALONE: ReadonlySet<string> = new Set(['STALE_FILE', 'INVALID_PATH', 'FILE_NOT_FOUND']);
