import { describeChange } from './change-feed.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { CommittedChange } from './workspace.ts';

export interface ListChangesOptions {
  /** Only those of one task. */
  readonly taskId?: string;
  /** Default 100. */
  readonly limit?: number;
}

/** The latest changes of this workspace, newest first. */
export async function listChanges(
  open: OpenWorkspace,
  { taskId, limit = 100 }: ListChangesOptions,
): Promise<CommittedChange[]> {
  const changes: CommittedChange[] = [];
  for await (const record of open.log.newestFirst()) {
    if (changes.length >= limit) break;
    if (taskId !== undefined && record.taskId !== taskId) continue;
    changes.push(describeChange(record, (path) => open.display(path)));
  }
  return changes;
}
