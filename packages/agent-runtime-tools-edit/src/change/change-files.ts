import { ownerOf, type DryRun, type PlannedChange, type ToolContext } from '@ku0/agent-runtime-tools-core';
import { withPathSuggestions, type Transaction, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { EditLimits } from './edit-limits.ts';
import { EditTransaction } from './edit-transaction.ts';
import type { EditedFile } from './edited-files.ts';
import { knownFiles, type NamedFile } from './known-files.ts';
import { workspaceOf } from './workspace-of.ts';

/** One call's work on files, which is the same for a dry run. */
export interface FileWork {
  /** The frozen parameters of the call, by which its approval is known. */
  readonly params: object;
  /** The files that are read and written: nobody else changes them in between. */
  readonly files: readonly NamedFile[];
  readonly limits: EditLimits;
  readonly work: (edit: EditTransaction) => Promise<void>;
}

/** What a call changed, or would change, and what it passed over. */
export interface EditOutcome {
  readonly files: EditedFile[];
  readonly warnings: readonly string[];
}

/** Makes all the changes of a call, or none. */
export async function changeFiles(work: FileWork, context: ToolContext): Promise<EditOutcome> {
  const { callId, callKey, tool, signal } = context;
  const workspace = workspaceOf(context);
  return withPathSuggestions(workspace, async () => {
    const lock = await pathsToLock(work.files, workspace);
    const { value } = await workspace.transaction((transaction) => run(work, context, { transaction, dryRun: false }), {
      ...ownerOf(context),
      callId,
      callKey,
      tool: tool.name,
      signal,
      lock,
    });
    return value;
  });
}

/** What `changeFiles` would do: the transaction is put together and then given up. */
export async function planFiles(work: FileWork, context: ToolContext): Promise<EditOutcome> {
  let planned: EditOutcome = { files: [], warnings: [] };
  const workspace = workspaceOf(context);
  try {
    await workspace.transaction(async (transaction) => {
      planned = await withPathSuggestions(workspace, () => run(work, context, { transaction, dryRun: true }));
      throw GIVEN_UP;
    });
  } catch (error) {
    if (error !== GIVEN_UP) throw error;
  }
  return planned;
}

/** A plan in the words of core. */
export function dryRunOf({ files, warnings }: EditOutcome): DryRun {
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const what = files.length === 1 ? files[0]?.path : `${files.length} files`;
  return {
    summary: `Would change ${what} (+${added} -${removed}).`,
    changes: files.map(({ path, status, diff }) => ({ kind: KINDS[status], target: path, diff })),
    ...(warnings.length > 0 && { warnings }),
  };
}

const GIVEN_UP = new Error('This was a dry run.');

const KINDS: Readonly<Record<EditedFile['status'], PlannedChange['kind']>> = {
  created: 'create',
  modified: 'modify',
  deleted: 'delete',
  moved: 'move',
};

/** A link that is deleted cannot be locked by its path, which would lead to its target. Nothing of it is read. */
async function pathsToLock(files: readonly NamedFile[], workspace: Workspace): Promise<string[]> {
  const paths: string[] = [];
  for (const { path, access } of files) {
    if (access === 'write') paths.push(path);
    else if ((await workspace.resolve(path, { access, allowProtected: true })).kind === 'file') paths.push(path);
  }
  return paths;
}

async function run(
  { params, limits, work }: FileWork,
  context: ToolContext,
  { transaction, dryRun }: { transaction: Transaction; dryRun: boolean },
): Promise<EditOutcome> {
  const { signal, emitProgress } = context;
  const workspace = workspaceOf(context);
  const edit = new EditTransaction(transaction, {
    workspace,
    owner: ownerOf(context),
    signal,
    known: knownFiles(params),
    dryRun,
    limits,
    emitProgress,
  });
  await work(edit);
  return { files: edit.files, warnings: edit.warnings };
}
