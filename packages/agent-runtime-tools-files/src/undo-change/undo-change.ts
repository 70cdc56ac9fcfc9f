import { posix } from 'node:path';
import type { UndoOptions } from '@ku0/agent-runtime-tools-workspace';
import { inScope, type ChangeScope } from '../change-scope.ts';
import { filesErrors, refuse } from '../errors.ts';
import { progressOf, type FileCall } from '../file-call.ts';
import { plannedChanges } from './planned-changes.ts';

export interface UndoChangeParams {
  readonly callId?: string;
  readonly steps?: number;
  readonly paths?: readonly string[];
}

export interface UndoneChanges {
  restored: string[];
  skipped: { path: string; reason: string }[];
  /** From what the files were to what they are now, as far as they are text; cut where it is long. */
  diff: string;
}

export interface UndoCall extends FileCall {
  readonly scope: ChangeScope;
}

/** Takes changes back where the files are still as they were left; the others are reported with the reason. */
export async function undoChange(params: UndoChangeParams, call: UndoCall): Promise<UndoneChanges> {
  const { workspace, callId, callKey, tool, signal } = call;
  const selected = await selection(params, call);
  // The old content is gone afterwards, so what is to be shown is worked out first.
  const planned = await plannedChanges(selected, workspace);
  const { restored, skipped, changes } = await workspace.undo({
    ...selected,
    by: { callId, callKey, tool },
    signal,
    onProgress: progressOf(call, 'files restored'),
  });
  if (params.callId !== undefined && changes.length === 0) refuse(unknownCall(params.callId));
  // A folder that came back is restored as one.
  const isRestored = (path: string): boolean => restored.some((done) => path === done || path.startsWith(`${done}/`));
  const shown = planned.filter(
    ({ path, movedTo }) => isRestored(path) || (movedTo !== undefined && isRestored(movedTo)),
  );
  return { restored, skipped, diff: shown.map(({ diff }) => diff).join('') };
}

/** Which changes a call means, in the words of the workspace. */
export async function selection(
  { callId, steps, paths }: UndoChangeParams,
  call: Pick<UndoCall, 'workspace' | 'owner' | 'scope'>,
): Promise<UndoOptions> {
  return {
    ...inScope(call.owner, call.scope),
    ...(callId === undefined ? { steps: steps ?? 1 } : { callId }),
    ...(paths !== undefined && { paths: await knownPaths(paths, call) }),
  };
}

/** Paths as changes are listed by: a file that was moved is also known by where it was. */
async function knownPaths(
  paths: readonly string[],
  { workspace, owner, scope }: Pick<UndoCall, 'workspace' | 'owner' | 'scope'>,
): Promise<string[]> {
  const [root = ''] = await workspace.roots();
  const wanted = new Set(paths.map((path) => plainPath(path, root)));
  for (const { files } of await workspace.changes({ limit: MAX_CHANGES, ...inScope(owner, scope) }))
    for (const { path, from } of files) if (from !== undefined && wanted.has(from)) wanted.add(path);
  return [...wanted];
}

const MAX_CHANGES = 1000;

/** Not asked of the disk: what is to be restored may not be there. */
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
