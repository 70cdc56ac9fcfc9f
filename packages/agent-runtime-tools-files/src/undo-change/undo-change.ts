import { posix } from 'node:path';
import type { UndoOptions } from '@ku0/agent-runtime-tools-workspace';
import { changeFilter, type ChangeScope } from '../change-scope.ts';
import { filesErrors, refuse } from '../errors.ts';
import { progressReporter, type FileCall } from '../file-call.ts';
import { plannedChanges } from './planned-changes.ts';

export interface UndoChangeParams {
  readonly callId?: string;
  readonly steps?: number;
  readonly paths?: readonly string[];
}

export interface UndoneChanges {
  restored: string[];
  skipped: { path: string; reason: string }[];
  /** Of the restored text files; long diffs are left out. */
  diff: string;
}

export interface UndoCall extends FileCall {
  readonly scope: ChangeScope;
}

/** Undoes changes of files that are still as the change left them. The others are reported with the reason. */
export async function undoChange(params: UndoChangeParams, call: UndoCall): Promise<UndoneChanges> {
  const { workspace, callId, callKey, tool, signal } = call;
  const selected = await undoOptions(params, call);
  // The diff needs the current content, so it is made before the undo.
  const planned = await plannedChanges(selected, workspace);
  const { restored, skipped, changes } = await workspace.undo({
    ...selected,
    by: { callId, callKey, tool },
    signal,
    onProgress: progressReporter(call, 'files restored'),
  });
  if (params.callId !== undefined && changes.length === 0) refuse(unknownCall(params.callId));
  // A restored folder is reported once, for all files in it.
  const isRestored = (path: string): boolean => restored.some((done) => path === done || path.startsWith(`${done}/`));
  const shown = planned.filter(
    ({ path, movedTo }) => isRestored(path) || (movedTo !== undefined && isRestored(movedTo)),
  );
  return { restored, skipped, diff: shown.map(({ diff }) => diff).join('') };
}

/** The options of Workspace.undo for a call. */
export async function undoOptions(
  { callId, steps, paths }: UndoChangeParams,
  call: Pick<UndoCall, 'workspace' | 'owner' | 'scope'>,
): Promise<UndoOptions> {
  return {
    ...changeFilter(call.owner, call.scope),
    ...(callId === undefined ? { steps: steps ?? 1 } : { callId }),
    ...(paths !== undefined && { paths: await listedPaths(paths, call) }),
  };
}

/** The paths as changes are listed; a file that was moved is also found by its old path. */
async function listedPaths(
  paths: readonly string[],
  { workspace, owner, scope }: Pick<UndoCall, 'workspace' | 'owner' | 'scope'>,
): Promise<string[]> {
  const [root = ''] = await workspace.roots();
  const wanted = new Set(paths.map((path) => plainPath(path, root)));
  for (const { files } of await workspace.changes({ limit: MAX_CHANGES, ...changeFilter(owner, scope) }))
    for (const { path, from } of files) if (from !== undefined && wanted.has(from)) wanted.add(path);
  return [...wanted];
}

const MAX_CHANGES = 1000;

/** Relative to the root, without looking at the disk: the file may not exist any more. */
function plainPath(path: string, root: string): string {
  const plain = posix.normalize(path).replace(/\/$/, '');
  return plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain;
}

export function unknownCall(callId: string): ReturnType<typeof filesErrors.CHANGE_NOT_FOUND> {
  return filesErrors.CHANGE_NOT_FOUND({
    message: `There is no change of the call ${callId} to undo.`,
    details: { callId },
  });
}
