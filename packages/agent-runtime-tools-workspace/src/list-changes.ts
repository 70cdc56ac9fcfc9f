import { describeChange } from './change-feed.ts';
import type { OpenWorkspace } from './open-workspace.ts';
import type { ChangeFilter } from './undo/change-owner.ts';
import type { CommittedChange } from './workspace.ts';

export interface ListChangesOptions extends ChangeFilter {
  /** Default 100. */
  readonly limit?: number;
}

/** The latest changes of this workspace, newest first. */
export async function listChanges(
  open: OpenWorkspace,
  { limit = 100, ...filter }: ListChangesOptions,
): Promise<CommittedChange[]> {
  const changes: CommittedChange[] = [];
  for await (const record of open.log.newestFirst(filter)) {
    if (changes.length >= limit) break;
    changes.push(describeChange(record, (path) => open.display(path)));
  }
  return changes;
}
