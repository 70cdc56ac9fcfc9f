import type { Principal } from './tool-context.ts';

/** Whom something belongs to that outlives a call: one task of one principal. */
export interface Owner {
  /** Empty where the host names no principal. */
  readonly principalId: string;
  readonly taskId: string;
}

/** The owner of what a call leaves behind. */
export function ownerOf(call: {
  readonly principal?: Pick<Principal, 'id'> | undefined;
  readonly taskId: string;
}): Owner {
  return { principalId: call.principal?.id ?? '', taskId: call.taskId };
}

export function isSameOwner(a: Owner, b: Owner): boolean {
  return a.taskId === b.taskId && a.principalId === b.principalId;
}

/** An owner as the key of a map. The length keeps `a` + `b/c` apart from `a/b` + `c`. */
export function ownerKey({ principalId, taskId }: Owner): string {
  return `${principalId.length}:${principalId}/${taskId}`;
}
