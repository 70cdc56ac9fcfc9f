import type { Principal } from './tool-context.ts';

/** The owner of data that outlives a call: one task of one principal. */
export interface Owner {
  /** Empty if the host names no principal. */
  readonly principalId: string;
  readonly taskId: string;
}

/** The owner of data that a call leaves behind. */
export function ownerOf(call: {
  readonly principal?: Pick<Principal, 'id'> | undefined;
  readonly taskId: string;
}): Owner {
  return { principalId: call.principal?.id ?? '', taskId: call.taskId };
}

export function isSameOwner(a: Owner, b: Owner): boolean {
  return a.taskId === b.taskId && a.principalId === b.principalId;
}

/** An owner as a key of a map. The length prefix distinguishes `a` + `b/c` from `a/b` + `c`. */
export function ownerKey({ principalId, taskId }: Owner): string {
  return `${principalId.length}:${principalId}/${taskId}`;
}
