import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ChangeRecord, UndoneChange } from '../transaction/journal/change-record.ts';
import type { ChangeOrigin } from '../transaction/change-origin.ts';
import type { OnProgress } from '../transaction/inspect/image-keeper.ts';
import type { StagedChange } from '../transaction/stage/staged-change.ts';
import type { ChangeLog } from './change-log.ts';
import { undoStepOf, type ChangeFilter } from './change-owner.ts';
import { planUndo, subjectOf, type UndoSources } from './plan-undo.ts';
import { restoredFiles } from './restored-files.ts';
import { UndoneOperations } from './undone-operations.ts';
import { pathsWithoutChange } from './paths-without-change.ts';

export interface UndoOptions extends ChangeFilter {
  /**
   * Undo all changes of the call with this `callKey` or `callId`, or the change with this id. If several calls had the id,
   * the newest of them. Default: the last `steps` calls.
   */
  readonly callId?: string;
  /** Undo the whole calls that made these changes, newest first, whatever the order of the ids. */
  readonly changeIds?: readonly string[];
  /** Default 1. */
  readonly steps?: number;
  /** Only these files, as ChangedFile.path gives them. */
  readonly paths?: readonly string[];
  /** The call that undoes, for the list of changes. */
  readonly by?: Pick<ChangeOrigin, 'callId' | 'callKey' | 'tool'>;
  /** Change nothing, and report the steps in `planned`. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
  /** Called with the progress of restoring a large folder, in files. */
  readonly onProgress?: OnProgress;
}

export interface UndoResult {
  readonly restored: string[];
  readonly skipped: { readonly path: string; readonly reason: string }[];
  /** The ids of the changes that were selected, newest first. */
  readonly changes: string[];
  /** In a dry run: the steps, in order. */
  readonly planned?: PlannedRestore[];
}

/** One step of an undo. */
export interface PlannedRestore {
  readonly kind: 'write' | 'remove' | 'move';
  /** Real and absolute, as `ResolvedPath.path`. */
  readonly path: string;
  /** The new path, for a move. */
  readonly to?: string;
  /** The content to write, or the target of a link. */
  readonly content?: Uint8Array | { readonly linkTo: string };
}

interface UndoAccess extends UndoSources {
  readonly log: ChangeLog;
  display(path: string): string;
  readonly commit: (
    changes: readonly StagedChange[],
    more: { undoes: UndoneChange[]; emptied: string[] },
  ) => Promise<void>;
}

/** Undoes changes, newest first, each in one transaction; only for files that are still as the change left them. */
export async function undoChanges(access: UndoAccess, options: UndoOptions): Promise<UndoResult> {
  const planned: PlannedRestore[] = [];
  const { dryRun = false } = options;
  const result: UndoResult = { restored: [], skipped: [], changes: [], ...(dryRun && { planned }) };
  const commit: UndoAccess['commit'] = dryRun ? (changes) => planChanges(changes, access, planned) : access.commit;
  const { records, undone } = await selectChanges(access.log, options);
  for (const record of records) {
    result.changes.push(record.id);
    await undoRecord({ ...access, commit }, record, {
      done: undone.of(record.id),
      paths: options.paths,
      result,
    });
  }
  result.skipped.push(...pathsWithoutChange(records, options.paths ?? [], (path) => access.display(path)));
  return result;
}

async function planChanges(
  changes: readonly StagedChange[],
  { view }: UndoAccess,
  planned: PlannedRestore[],
): Promise<void> {
  for (const change of changes) {
    await view.applyToView(change);
    const { path } = change.file;
    if (change.kind === 'write') planned.push({ kind: 'write', path, content: change.content });
    else if (change.kind === 'restore')
      planned.push(...restoredFiles(change).map((file) => ({ kind: 'write' as const, ...file })));
    else planned.push(change.kind === 'move' ? { kind: 'move', path, to: change.to.path } : { kind: 'remove', path });
  }
}

/** The changes to undo. A step is a call; changes whose undo is finished are skipped. */
async function selectChanges(
  log: ChangeLog,
  { principalId, taskId, callId, changeIds, steps = 1 }: UndoOptions,
): Promise<{ records: ChangeRecord[]; undone: UndoneOperations }> {
  const undone = new UndoneOperations();
  const records: ChangeRecord[] = [];
  const filter = { ...(principalId !== undefined && { principalId }), ...(taskId !== undefined && { taskId }) };
  const named = changeIds === undefined ? undefined : await stepsOfChanges(log, changeIds);
  const calls = new Set<string>();
  for await (const record of log.newestFirst(filter, { withUndos: true })) {
    for (const part of record.undoes ?? []) undone.add(part);
    if (record.undoes !== undefined) continue;
    const step = undoStepOf(record);
    if (callId !== undefined) {
      const isNamed = [record.callKey, record.callId ?? record.id].includes(callId);
      if (isNamed && calls.size === 0) calls.add(step);
      if (calls.has(step)) records.push(record);
      continue;
    }
    if (named !== undefined) {
      if (named.has(step) && !undone.isUndone(record)) records.push(record);
      continue;
    }
    if (undone.isFinished(record)) continue;
    if (!calls.has(step) && calls.size >= steps) break;
    calls.add(step);
    records.push(record);
  }
  return { records, undone };
}

/** The calls that made these changes. */
async function stepsOfChanges(log: ChangeLog, ids: readonly string[]): Promise<Set<string>> {
  const steps = new Set<string>();
  for (const id of ids) {
    const record = await log.get(id);
    if (record !== undefined) steps.add(undoStepOf(record));
  }
  return steps;
}

async function undoRecord(
  access: UndoAccess,
  record: ChangeRecord,
  { done, paths, result }: { done: ReadonlySet<number>; paths: readonly string[] | undefined; result: UndoResult },
): Promise<void> {
  const changes: StagedChange[] = [];
  const operations: number[] = [];
  const left: number[] = [];
  const subjects: string[] = [];
  for (const [index, operation] of [...record.operations.entries()].toReversed()) {
    const subject = access.display(subjectOf(operation));
    if (done.has(index) || (paths !== undefined && !paths.includes(subject))) continue;
    const plan = await planUndo(operation, access);
    if (typeof plan === 'string') {
      result.skipped.push({ path: subject, reason: plan });
      left.push(index);
      continue;
    }
    changes.push(plan);
    operations.push(index);
    subjects.push(subject);
  }
  // A change without a selected path can still be undone later.
  if (paths !== undefined && operations.length + left.length === 0) return;
  try {
    // Also if nothing could be restored, so that the next undo goes on to the change before.
    await access.commit(changes, {
      undoes: [{ id: record.id, operations, left }],
      emptied: record.folders.toReversed(),
    });
    result.restored.push(...subjects);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    for (const path of subjects) result.skipped.push({ path, reason: error.error.message });
  }
}
