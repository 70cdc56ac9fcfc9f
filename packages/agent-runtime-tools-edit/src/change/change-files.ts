import { ownerOf, type DryRun, type PlannedChange, type ToolContext } from '@ku0/agent-runtime-tools-core';
import {
  requireWorkspace,
  withPathSuggestions,
  type Transaction,
  type Workspace,
} from '@ku0/agent-runtime-tools-workspace';
import type { EditLimits } from './edit-limits.ts';
import { EditTransaction } from './edit-transaction.ts';
import type { EditedFile } from './edited-files.ts';
import { approvalSnapshot, type TargetFile } from './approval-snapshot.ts';

/** A call of an edit tool: its files and the function that edits them. */
export interface EditCall {
  /** The frozen parameters of the call, the key of its approval snapshot. */
  readonly params: object;
  /** The files to lock before they are read. */
  readonly files: readonly TargetFile[];
  readonly limits: EditLimits;
  readonly work: (edit: EditTransaction) => Promise<void>;
}

/** The files that a call changed or would change, and warnings about files that it skipped. */
export interface EditOutcome {
  readonly files: EditedFile[];
  readonly warnings: readonly string[];
}

/** Makes all the changes of a call, or none. */
export async function changeFiles(work: EditCall, context: ToolContext): Promise<EditOutcome> {
  const { callId, callKey, tool, signal } = context;
  const workspace = requireWorkspace(context);
  return withPathSuggestions(workspace, async () => {
    const lock = await pathsToLock(work.files, workspace);
    const { value } = await workspace.transaction(
      (transaction) => runInTransaction(work, context, { transaction, dryRun: false }),
      {
        ...ownerOf(context),
        callId,
        callKey,
        tool: tool.name,
        signal,
        lock,
      },
    );
    return value;
  });
}

/** What `changeFiles` would do: stages the changes in a transaction and then discards it. */
export async function planFiles(work: EditCall, context: ToolContext): Promise<EditOutcome> {
  let planned: EditOutcome = { files: [], warnings: [] };
  const workspace = requireWorkspace(context);
  try {
    await workspace.transaction(async (transaction) => {
      planned = await withPathSuggestions(workspace, () =>
        runInTransaction(work, context, { transaction, dryRun: true }),
      );
      throw DRY_RUN_ENDED;
    });
  } catch (error) {
    if (error !== DRY_RUN_ENDED) throw error;
  }
  return planned;
}

/** The outcome of `planFiles` as core's dry run. */
export function toDryRun({ files, warnings }: EditOutcome): DryRun {
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const what = files.length === 1 ? files[0]?.path : `${files.length} files`;
  return {
    summary: `Would change ${what} (+${added} -${removed}).`,
    changes: files.map(({ path, status, diff }) => ({ kind: CHANGE_KINDS[status], target: path, diff })),
    ...(warnings.length > 0 && { warnings }),
  };
}

const DRY_RUN_ENDED = new Error('This was a dry run.');

const CHANGE_KINDS: Readonly<Record<EditedFile['status'], PlannedChange['kind']>> = {
  created: 'create',
  modified: 'modify',
  deleted: 'delete',
  moved: 'move',
};

/** Leaves out links that are deleted: locking one would lock its target, and its content is not read. */
async function pathsToLock(files: readonly TargetFile[], workspace: Workspace): Promise<string[]> {
  const paths: string[] = [];
  for (const { path, access } of files) {
    if (access === 'write') paths.push(path);
    else if ((await workspace.resolve(path, { access, allowProtected: true })).kind === 'file') paths.push(path);
  }
  return paths;
}

async function runInTransaction(
  { params, limits, work }: EditCall,
  context: ToolContext,
  { transaction, dryRun }: { transaction: Transaction; dryRun: boolean },
): Promise<EditOutcome> {
  const { signal, emitProgress } = context;
  const workspace = requireWorkspace(context);
  const edit = new EditTransaction(transaction, {
    workspace,
    owner: ownerOf(context),
    signal,
    snapshot: approvalSnapshot(params),
    dryRun,
    limits,
    emitProgress,
  });
  await work(edit);
  return { files: edit.files, warnings: edit.warnings };
}
