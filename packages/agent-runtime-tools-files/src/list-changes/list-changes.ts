import type { CommittedChange } from '@ku0/agent-runtime-tools-workspace';
import { changeFilter, type ChangeScope } from '../change-scope.ts';
import type { FileCall } from '../file-call.ts';

export interface ListedChange {
  /** The id that undo_change takes. */
  callId: string;
  tool: string;
  /** ISO 8601. */
  time: string;
  files: string[];
  actions: { path: string; kind: 'created' | 'modified' | 'removed' | 'moved'; from?: string }[];
  /** The number of changed files; `files` may list fewer. */
  total: number;
  /** It was undone, at least in part. */
  undone: boolean;
  /** It is itself an undo. */
  isUndo: boolean;
}

/** The changes of a scope, newest first. */
export async function listChanges(
  { limit = DEFAULT_LIMIT }: { readonly limit?: number },
  { workspace, owner, scope }: Pick<FileCall, 'workspace' | 'owner'> & { readonly scope: ChangeScope },
): Promise<{ changes: ListedChange[]; truncated: boolean }> {
  const made = await workspace.changes({ limit: limit + 1, ...changeFilter(owner, scope) });
  const undone = new Set(made.flatMap(({ undoes = [] }) => undoes));
  return {
    changes: made.slice(0, limit).map((change) => describe(change, callNameOf(change, made), undone.has(change.id))),
    truncated: made.length > limit,
  };
}

export const DEFAULT_LIMIT = 20;
const MAX_FILES = 200;

/** Providers reuse call ids: a call whose id is not unique is named by its unique key. */
function callNameOf({ id, callId, callKey }: CommittedChange, all: readonly CommittedChange[]): string {
  if (callId === undefined) return callKey ?? id;
  const isShared = all.some((other) => other.callId === callId && other.callKey !== callKey);
  return isShared ? (callKey ?? callId) : callId;
}

function describe({ tool, time, files, undoes }: CommittedChange, callId: string, undone: boolean): ListedChange {
  const shown = files.slice(0, MAX_FILES);
  return {
    callId,
    tool: tool ?? '',
    time: new Date(time).toISOString(),
    files: shown.map(({ path }) => path),
    actions: shown.map((file) => ({ ...file })),
    total: files.length,
    undone,
    isUndo: undoes !== undefined,
  };
}
