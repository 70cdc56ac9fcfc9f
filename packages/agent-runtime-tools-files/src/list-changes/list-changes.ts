import type { CommittedChange } from '@ku0/agent-runtime-tools-workspace';
import type { ChangeScope } from '../change-scope.ts';
import type { FileCall } from '../file-call.ts';

export interface ListedChange {
  /** What undo_change takes. */
  callId: string;
  tool: string;
  /** ISO 8601. */
  time: string;
  files: string[];
  actions: { path: string; kind: 'created' | 'modified' | 'removed' | 'moved'; from?: string }[];
  /** How many files, where the list had to end. */
  total: number;
  /** It was taken back, at least in part. */
  undone: boolean;
  /** It takes changes back. */
  isUndo: boolean;
}

/** The changes that were made, newest first. */
export async function listChanges(
  { limit = DEFAULT_LIMIT }: { readonly limit?: number },
  { workspace, taskId, scope }: Pick<FileCall, 'workspace' | 'taskId'> & { readonly scope: ChangeScope },
): Promise<{ changes: ListedChange[]; truncated: boolean }> {
  const made = await workspace.changes({ limit: limit + 1, ...(scope === 'task' && { taskId }) });
  const undone = new Set(made.flatMap(({ undoes = [] }) => undoes));
  return {
    changes: made.slice(0, limit).map((change) => describe(change, undone.has(change.id))),
    truncated: made.length > limit,
  };
}

export const DEFAULT_LIMIT = 20;
const MAX_FILES = 200;

function describe({ id, callId, tool, time, files, undoes }: CommittedChange, undone: boolean): ListedChange {
  const shown = files.slice(0, MAX_FILES);
  return {
    callId: callId ?? id,
    tool: tool ?? '',
    time: new Date(time).toISOString(),
    files: shown.map(({ path }) => path),
    actions: shown.map((file) => ({ ...file })),
    total: files.length,
    undone,
    isUndo: undoes !== undefined,
  };
}
