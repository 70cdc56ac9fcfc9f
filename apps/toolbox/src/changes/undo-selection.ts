import type { CommittedChange, UndoOptions } from '@ku0/agent-runtime-tools-workspace';

/** Which changes to undo, as options of `Workspace.undo`. */
export type UndoSelection = Pick<UndoOptions, 'principalId' | 'taskId' | 'callId' | 'steps'>;

/** Selects what the call of a change did: the whole call is one step of undo. */
export function callOfChange({ id, callKey, callId, principalId, taskId }: CommittedChange): UndoSelection {
  return {
    callId: callKey ?? callId ?? id,
    // Providers use the ids of calls again, so an id alone could mean the call of another task.
    ...(callKey === undefined && principalId !== undefined && { principalId }),
    ...(callKey === undefined && taskId !== undefined && { taskId }),
  };
}

/** Selects each call of the changes once, in the order of the changes. */
export function callsOfChanges(changes: readonly CommittedChange[]): UndoSelection[] {
  return distinct(changes.map(callOfChange));
}

/** Selects everything a task did, for each principal that has a task of this name. */
export function callsOfTask(task: string, changes: readonly CommittedChange[]): UndoSelection[] {
  const ofTask = changes.filter(({ taskId }) => taskId === task);
  return distinct(
    ofTask.map(({ principalId }) => ({
      taskId: task,
      steps: Number.MAX_SAFE_INTEGER,
      ...(principalId !== undefined && { principalId }),
    })),
  );
}

function distinct(selections: readonly UndoSelection[]): UndoSelection[] {
  return [...new Map(selections.map((selection) => [JSON.stringify(selection), selection])).values()];
}
