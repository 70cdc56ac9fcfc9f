import type { CommittedChange, UndoOptions } from '@ku0/agent-runtime-tools-workspace';

/** Which changes to undo, as options of `Workspace.undo`. */
export type UndoSelection = Pick<UndoOptions, 'changeIds' | 'steps'>;

/** Selects everything a task did, whoever its principal is. */
export function changesOfTask(task: string, changes: readonly CommittedChange[]): UndoSelection {
  return { changeIds: changes.filter(({ taskId }) => taskId === task).map(({ id }) => id) };
}
