import type { CommittedChange } from '@ku0/agent-runtime-tools-workspace';
import type { ChangeEntry } from '@ku0/studio/api';

/** Changes as they are shown to people. An undo is itself a change, which names the changes that it undid. */
export function changeEntries(changes: readonly CommittedChange[]): ChangeEntry[] {
  const undone = new Set(changes.flatMap(({ undoes = [] }) => undoes));
  return changes.map(({ id, time, tool, taskId, files, undoes }) => ({
    id,
    time,
    ...(tool !== undefined && { tool }),
    ...(taskId !== undefined && { task: taskId }),
    files,
    ...(undoes !== undefined && { undoes }),
    undone: undone.has(id),
  }));
}
