import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ChangeRecord, UndoneChange } from '../transaction/journal/change-record.ts';
import type { ChangeOrigin } from '../transaction/change-origin.ts';
import type { OnProgress } from '../transaction/inspect/image-keeper.ts';
import type { StagedChange } from '../transaction/stage/staged-change.ts';
import type { ChangeLog } from './change-log.ts';
import { stepOf, type ChangeFilter } from './change-owner.ts';
import { planUndo, subjectOf, type UndoSources } from './plan-undo.ts';
import { filesOf } from './restored-files.ts';
import { UndoneParts } from './undone-parts.ts';
import { untouched } from './untouched-paths.ts';

export interface UndoOptions extends ChangeFilter {
  /**
   * All changes of this call, known by its `callKey` or `callId`, or the change of this id where no call made it; without
   * it, the last `steps` calls. Where several calls had the id, the newest of them is meant.
   */
  readonly callId?: string;
  /** Default 1. */
  readonly steps?: number;
  /** Only these files, as ChangedFile.path gives them. */
  readonly paths?: readonly string[];
  /** The call that asks for it, for the list of changes. */
  readonly by?: Pick<ChangeOrigin, 'callId' | 'callKey' | 'tool'>;
  /** Changes nothing, and tells in `planned` what would be. */
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
  /** Told how far the restoring of a large folder has come, in files. */
  readonly onProgress?: OnProgress;
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
    more: { undoes: UndoneChange[]; emptied: string[] },
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
      done: undone.of(record.id),
      paths: options.paths,
      result,
    });
  }
  result.skipped.push(...untouched(records, options.paths ?? [], (path) => access.display(path)));
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
    else if (change.kind === 'restore')
      planned.push(...filesOf(change).map((file) => ({ kind: 'write' as const, ...file })));
    else planned.push(change.kind === 'move' ? { kind: 'move', path, to: change.to.path } : { kind: 'remove', path });
  }
}

/** Which changes are meant. A step is a call; what was undone or had to stay before is passed over. */
async function selectChanges(
  log: ChangeLog,
  { principalId, taskId, callId, steps = 1 }: UndoOptions,
): Promise<{ records: ChangeRecord[]; undone: UndoneParts }> {
  const undone = new UndoneParts();
  const records: ChangeRecord[] = [];
  const calls = new Set<string>();
  const filter = { ...(principalId !== undefined && { principalId }), ...(taskId !== undefined && { taskId }) };
  for await (const record of log.newestFirst(filter, { withUndone: true })) {
    for (const part of record.undoes ?? []) undone.add(part);
    if (record.undoes !== undefined) continue;
    const step = stepOf(record);
    if (callId !== undefined) {
      const isNamed = [record.callKey, record.callId ?? record.id].includes(callId);
      if (isNamed && calls.size === 0) calls.add(step);
      if (calls.has(step)) records.push(record);
      continue;
    }
    if (undone.isDoneWith(record)) continue;
    if (!calls.has(step) && calls.size >= steps) break;
    calls.add(step);
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
  // What nobody asked for can still be undone later.
  if (paths !== undefined && operations.length + left.length === 0) return;
  try {
    // Even when nothing can be restored: the next step goes on to the change before.
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
