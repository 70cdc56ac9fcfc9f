import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { FileSystem } from '../fs/file-system.ts';
import type { Leases } from '../locks/leases.ts';
import { carryOut } from './carry-out.ts';
import { cleanUp } from './clean-up.ts';
import type { ChangeRecord } from './change-record.ts';
import { FolderPool } from './folder-pool.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { takeBack } from './take-back.ts';

/** What was done about transactions that a crash had interrupted. */
export interface RecoveryReport {
  /** Carried out to the end. */
  readonly completed: string[];
  /** Taken back. */
  readonly reverted: string[];
  /** Files that somebody else changed meanwhile and that were left so. */
  readonly conflicts: string[];
  /** Could not be repaired yet; the next transaction tries again. */
  readonly pending: string[];
}

/** The transactions of this thread that are under way. */
export const activeTransactions = new Set<string>();

/** Ends what dead processes began. May itself be interrupted at any point and run again. */
export async function recover(fs: FileSystem, journal: Journal, leases: Leases): Promise<RecoveryOutcome> {
  const report: RecoveryReport = { completed: [], reverted: [], conflicts: [], pending: [] };
  let isUnknown = false;
  for (const { record } of await journal.entries()) {
    const { id, owner } = record;
    const state = await leases.stateOf(owner, () => activeTransactions.has(id));
    isUnknown ||= state === 'unknown';
    if (state !== 'dead') continue;
    // It may have gone on after it was read above, and been done with before its process ended.
    const entry = await journal.takeOver(id);
    if (entry === undefined) continue;
    const done = await settle(fs, journal, entry, report).catch(() => false);
    if (!done) report.pending.push(id);
  }
  await journal.sweep(leases, (id) => activeTransactions.has(id)).catch(() => undefined);
  return { report, isUnknown };
}

export interface RecoveryOutcome {
  readonly report: RecoveryReport;
  /** There are transactions of which it will be known only later whether somebody is at work on them. */
  readonly isUnknown: boolean;
}

async function settle(
  fs: FileSystem,
  journal: Journal,
  { record, stage }: JournalEntry,
  report: RecoveryReport,
): Promise<boolean> {
  const folders = new FolderPool(fs);
  try {
    if (stage === 'committed') {
      report.conflicts.push(...(await goForward(record, folders)));
      if (!(await cleanUp(record, folders, { folders: record.emptied }))) return false;
      await journal.complete(record.id);
      report.completed.push(record.id);
      return true;
    }
    report.conflicts.push(...(await goBack(record, folders, { touched: stage === 'aborted' })));
    if (!(await cleanUp(record, folders, { folders: record.folders.toReversed() }))) return false;
    if (!(await journal.discard(record.id))) return false;
    report.reverted.push(record.id);
    return true;
  } finally {
    await folders.close();
  }
}

/** Carries out what is left to do; what others changed meanwhile is left to them. */
async function goForward(record: ChangeRecord, folders: FolderPool): Promise<string[]> {
  const conflicts: string[] = [];
  for (const operation of record.operations) {
    try {
      await carryOut(record, operation, folders);
    } catch (error) {
      if (!(error instanceof ToolFailure) || !LEFT_ALONE.has(error.error.code)) throw error;
      conflicts.push(operation.path);
    }
  }
  await folders.syncAll();
  return conflicts;
}

/** Puts the targets back, in reverse order. Only a transaction that was being carried out has touched them. */
export async function goBack(
  record: ChangeRecord,
  folders: FolderPool,
  { touched }: { touched: boolean },
): Promise<string[]> {
  const conflicts: string[] = [];
  if (!touched) return conflicts;
  for (const operation of record.operations.toReversed()) {
    const done = await takeBack(record, operation, folders).catch(() => takeBack(record, operation, folders));
    if (!done) conflicts.push(operation.path);
  }
  await folders.syncAll().catch(() => undefined);
  return conflicts;
}

const LEFT_ALONE: ReadonlySet<string> = new Set(['STALE_FILE', 'INVALID_PATH', 'FILE_NOT_FOUND']);
