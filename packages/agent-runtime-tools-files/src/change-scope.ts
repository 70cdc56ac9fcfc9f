import type { Owner } from '@ku0/agent-runtime-tools-core';
import type { ChangeFilter } from '@ku0/agent-runtime-tools-workspace';

/** Which changes a call can list and undo: those of its own task, or of all tasks of its principal. */
export type ChangeScope = 'task' | 'workspace';

/** The filter for a scope. It never includes another principal's changes. */
export function changeFilter({ principalId, taskId }: Owner, scope: ChangeScope): ChangeFilter {
  return scope === 'task' ? { principalId, taskId } : { principalId };
}
