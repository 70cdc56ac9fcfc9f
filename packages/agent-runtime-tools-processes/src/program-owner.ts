import { ownerKey } from '@ku0/agent-runtime-tools-core';
import type { Owner } from '@ku0/agent-runtime-tools-core';

/** Whom a program belongs to. A bare task id is a task of a host that names no principals. */
export function programOwner({ owner, taskId }: { readonly owner?: Owner; readonly taskId?: string }): Owner {
  return owner ?? { principalId: '', taskId: taskId ?? '' };
}

/** Tells an owner's programs from everybody else's. */
export function belongsTo(of: Owner | string): (program: { readonly owner: Owner }) => boolean {
  const wanted = ownerKey(typeof of === 'string' ? programOwner({ taskId: of }) : of);
  return ({ owner }) => ownerKey(owner) === wanted;
}
