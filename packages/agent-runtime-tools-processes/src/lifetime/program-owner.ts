import { ownerKey } from '@ku0/agent-runtime-tools-core';
import type { Owner } from '@ku0/agent-runtime-tools-core';

/** The owner of a program. A task id alone means a task without a principal. */
export function programOwner({ owner, taskId }: { readonly owner?: Owner; readonly taskId?: string }): Owner {
  return owner ?? { principalId: '', taskId: taskId ?? '' };
}

/** A filter for the programs of one owner. */
export function belongsTo(of: Owner | string): (program: { readonly owner: Owner }) => boolean {
  const wanted = ownerKey(typeof of === 'string' ? programOwner({ taskId: of }) : of);
  return ({ owner }) => ownerKey(owner) === wanted;
}
