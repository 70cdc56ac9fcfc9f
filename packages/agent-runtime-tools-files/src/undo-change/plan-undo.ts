import type { DryRun } from '@ku0/agent-runtime-tools-core';
import { refuse } from '../errors.ts';
import { netChanges } from './planned-changes.ts';
import { undoOptions, unknownCall, type UndoCall, type UndoChangeParams } from './undo-change.ts';

/** The dry run of an undo: what it would change and what it would skip. */
export async function planUndo(params: UndoChangeParams, call: UndoCall): Promise<DryRun> {
  const { workspace } = call;
  const {
    planned = [],
    restored,
    skipped,
    changes,
  } = await workspace.undo({ ...(await undoOptions(params, call)), dryRun: true });
  if (params.callId !== undefined && changes.length === 0) refuse(unknownCall(params.callId));
  const warnings = skipped.map(({ path, reason }) => `${path} would be left as it is: ${reason}.`);
  const files = await netChanges(planned, workspace);
  return {
    summary: `Would restore ${restored.length === 1 ? (restored[0] ?? '') : `${restored.length} files`}.`,
    changes: files.map(({ kind, path, movedTo, diff }) => ({
      kind,
      target: movedTo === undefined ? path : `${path} -> ${movedTo}`,
      ...(diff !== '' && { diff }),
    })),
    ...(warnings.length > 0 && { warnings }),
  };
}
