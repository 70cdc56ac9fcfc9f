import type { Owner } from '@ku0/agent-runtime-tools-core';
import type { ChangeFilter } from '@ku0/agent-runtime-tools-workspace';

/** Whose changes can be listed and undone: those of the task that asks, or of all tasks of its principal. */
export type ChangeScope = 'task' | 'workspace';

/** Never another principal's. */
export function inScope({ principalId, taskId }: Owner, scope: ChangeScope): ChangeFilter {
  return scope === 'task' ? { principalId, taskId } : { principalId };
}
