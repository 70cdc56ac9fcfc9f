import type { CommittedChange, Workspace } from '@ku0/agent-runtime-tools-workspace';
import { UsageError } from '../command-line/usage-error.ts';

/** More changes than the journal of a workspace keeps. */
export const ALL_CHANGES = 1_000_000;

/** The change that an id, or the unambiguous start of one, names. Throws a UsageError if there is none or more than one. */
export function findChange(id: string, changes: readonly CommittedChange[], program: string): CommittedChange {
  const next = [`To list the changes: ${program} history`];
  const found = changes.filter((change) => change.id === id || (id !== '' && change.id.startsWith(id)));
  const [first] = found;
  const exact = found.find((change) => change.id === id);
  if (exact !== undefined) return exact;
  if (first === undefined) throw new UsageError(`There is no change ${id} in this workspace.`, { next });
  if (found.length > 1)
    throw new UsageError(`${found.length} changes have an id that starts with ${id}. Give more of it.`, { next });
  return first;
}

/** Every change that is kept, newest first. */
export function allChanges(workspace: Workspace): Promise<CommittedChange[]> {
  return workspace.changes({ limit: ALL_CHANGES });
}
