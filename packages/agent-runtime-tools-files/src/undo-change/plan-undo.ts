import { relative } from 'node:path';
import type { DryRun, PlannedChange } from '@ku0/agent-runtime-tools-core';
import type { PlannedRestore, Workspace } from '@ku0/agent-runtime-tools-workspace';
import { refuse } from '../errors.ts';
import { fileDiff, MAX_DIFF_BYTES, type KnownContent } from '../file-diff.ts';
import { selection, unknownCall, type UndoCall, type UndoChangeParams } from './undo-change.ts';

/** What an undo would change, all steps together, and what it would leave alone. */
export async function planUndo(params: UndoChangeParams, call: UndoCall): Promise<DryRun> {
  const { workspace } = call;
  const {
    planned = [],
    restored,
    skipped,
    changes,
  } = await workspace.undo({ ...(await selection(params, call)), dryRun: true });
  if (params.callId !== undefined && changes.length === 0) refuse(unknownCall(params.callId));
  const warnings = skipped.map(({ path, reason }) => `${path} would be left as it is: ${reason}.`);
  return {
    summary: `Would restore ${restored.length === 1 ? (restored[0] ?? '') : `${restored.length} files`}.`,
    changes: await netChanges(planned, workspace),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** A file that several steps touch is shown once, from what it is to what it would be. */
async function netChanges(planned: readonly PlannedRestore[], workspace: Workspace): Promise<PlannedChange[]> {
  const [root = ''] = await workspace.roots();
  const display = (path: string): string =>
    path.startsWith(`${root}/`) ? relative(root, path).replaceAll('\\', '/') : path;
  const outcome = new Map<string, KnownContent>();
  const moves: PlannedChange[] = [];
  for (const { kind, path, to, content } of planned) {
    if (kind === 'move' && to !== undefined) {
      const moved = outcome.has(path) ? outcome.get(path) : await contentOf(path, workspace);
      if (moved === undefined) moves.push({ kind: 'move', target: `${display(path)} -> ${display(to)}` });
      else outcome.set(path, undefined).set(to, moved);
    } else if (kind === 'remove') outcome.set(path, undefined);
    else outcome.set(path, content instanceof Uint8Array ? content : Buffer.from(content?.linkTo ?? ''));
  }
  const changes: PlannedChange[] = [];
  for (const [path, after] of outcome) {
    const before = await contentOf(path, workspace);
    if (before === undefined && after === undefined) continue;
    const kind = before === undefined ? 'create' : after === undefined ? 'delete' : 'modify';
    changes.push({ kind, target: display(path), diff: fileDiff(before, after, display(path)).text });
  }
  return [...moves, ...changes];
}

/** Undefined where there is no file. */
async function contentOf(path: string, workspace: Workspace): Promise<KnownContent> {
  const stat = await workspace.stat(path).catch(() => undefined);
  if (stat?.kind !== 'file') return undefined;
  return stat.size > MAX_DIFF_BYTES ? 'unread' : (await workspace.read(path, { maxBytes: MAX_DIFF_BYTES * 2 })).bytes;
}
