import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ChangeRecord, UndoneChange } from '../transaction/change-record.ts';
import type { ChangeOrigin } from '../transaction/commit.ts';
import type { StagedChange } from '../transaction/staged-change.ts';
import type { ChangeLog } from './change-log.ts';
import { planUndo, subjectOf, type UndoSources } from './plan-undo.ts';

export interface UndoOptions {
  /** Only changes of this task. */
  readonly taskId?: string;
  /** All changes of this call, or the change of this id where no call made it; without it, the last `steps` calls. */
  readonly callId?: string;
  /** Default 1. */
  readonly steps?: number;
  /** Only these files, as ChangedFile.path gives them. */
  readonly paths?: readonly string[];
  /** The call that asks for it, for the list of changes. */
  readonly by?: Pick<ChangeOrigin, 'callId' | 'tool'>;
  /** Changes nothing, and tells in `planned` what would be. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

export interface UndoResult {
  readonly restored: string[];
  readonly skipped: { readonly path: string; readonly reason: string }[];
  /** The changes that were looked at, newest first. */
  readonly changes: string[];
  /** In a dry run: what would be done, in order. */
  readonly planned?: PlannedRestore[];
}

/** One step of an undo. */
export interface PlannedRestore {
  readonly kind: 'write' | 'remove' | 'move';
  /** Real and absolute, as `ResolvedPath.path`. */
  readonly path: string;
  /** Where it is moved to. */
  readonly to?: string;
  /** What is written; a link is given by its target. */
  readonly content?: Uint8Array | { readonly linkTo: string };
}

interface UndoAccess extends UndoSources {
  readonly log: ChangeLog;
  display(path: string): string;
  readonly commit: (
    changes: readonly StagedChange[],
    more: { undoes: UndoneChange[]; folders: string[]; emptied: string[] },
  ) => Promise<void>;
}

/** Takes changes back, newest first, each as one transaction; only where a file is still as the change left it. */
export async function undoChanges(access: UndoAccess, options: UndoOptions): Promise<UndoResult> {
  const planned: PlannedRestore[] = [];
  const { dryRun = false } = options;
  const result: UndoResult = { restored: [], skipped: [], changes: [], ...(dryRun && { planned }) };
  const commit: UndoAccess['commit'] = dryRun ? (changes) => pretend(changes, access, planned) : access.commit;
  const { records, undone } = await selectChanges(access.log, options);
  for (const record of records) {
    result.changes.push(record.id);
    await undoRecord({ ...access, commit }, record, {
      done: undone.get(record.id) ?? new Set(),
      paths: options.paths,
      result,
    });
  }
  return result;
}

async function pretend(
  changes: readonly StagedChange[],
  { view }: UndoAccess,
  planned: PlannedRestore[],
): Promise<void> {
  for (const change of changes) {
    await view.pretend(change);
    const { path } = change.file;
    if (change.kind === 'write') planned.push({ kind: 'write', path, content: change.content });
    else planned.push(change.kind === 'move' ? { kind: 'move', path, to: change.to.path } : { kind: 'remove', path });
  }
}

/** Which changes are meant. A step is a call; what was undone before is passed over. */
async function selectChanges(
  log: ChangeLog,
  { taskId, callId, steps = 1 }: UndoOptions,
): Promise<{ records: ChangeRecord[]; undone: Map<string, Set<number>> }> {
  const undone = new Map<string, Set<number>>();
  const records: ChangeRecord[] = [];
  const calls = new Set<string>();
  for await (const record of log.newestFirst()) {
    for (const { id, operations } of record.undoes ?? [])
      undone.set(id, new Set([...(undone.get(id) ?? []), ...operations]));
    if (record.undoes !== undefined || (taskId !== undefined && record.taskId !== taskId)) continue;
    if (callId !== undefined) {
      if ((record.callId ?? record.id) === callId) records.push(record);
      continue;
    }
    if (undone.has(record.id)) continue;
    const call = record.callId ?? record.id;
    if (!calls.has(call) && calls.size >= steps) break;
    calls.add(call);
    records.push(record);
  }
  return { records, undone };
}

async function undoRecord(
  access: UndoAccess,
  record: ChangeRecord,
  { done, paths, result }: { done: ReadonlySet<number>; paths: readonly string[] | undefined; result: UndoResult },
): Promise<void> {
  const changes: StagedChange[] = [];
  const folders: string[] = [];
  const operations: number[] = [];
  const subjects: string[] = [];
  for (const [index, operation] of [...record.operations.entries()].toReversed()) {
    const subject = access.display(subjectOf(operation));
    if (done.has(index) || (paths !== undefined && !paths.includes(subject))) continue;
    const plan = await planUndo(operation, access);
    if (typeof plan === 'string') {
      result.skipped.push({ path: subject, reason: plan });
      continue;
    }
    changes.push(...plan.changes);
    folders.push(...plan.folders);
    operations.push(index);
    subjects.push(subject);
  }
  try {
    // Even when nothing can be restored: the next step goes on to the change before.
    await access.commit(changes, {
      undoes: [{ id: record.id, operations }],
      folders,
      emptied: record.folders.toReversed(),
    });
    result.restored.push(...subjects);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    for (const path of subjects) result.skipped.push({ path, reason: error.error.message });
  }
}
