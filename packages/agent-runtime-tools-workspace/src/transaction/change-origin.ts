import type { Owner } from '@ku0/agent-runtime-tools-core';

/** On whose behalf a change is made. A `taskId` without a `principalId` belongs to a host that names no principals. */
export interface ChangeOrigin extends Partial<Owner> {
  /** The host's id of the call. Providers use the same id again. */
  readonly callId?: string;
  /** A unique id of the call: everything it changed is one step of undo. Default: `callId`. */
  readonly callKey?: string;
  readonly tool?: string;
}

/** The owner that an origin names, if it names one. */
export function originOwner({ principalId = '', taskId }: ChangeOrigin): Owner | undefined {
  return taskId === undefined ? undefined : { principalId, taskId };
}

/** Picks the origin out of options that hold more. */
export function originOf({ principalId, taskId, callId, callKey, tool }: ChangeOrigin): ChangeOrigin {
  return {
    ...(principalId !== undefined && { principalId }),
    ...(taskId !== undefined && { taskId }),
    ...(callId !== undefined && { callId }),
    ...(callKey !== undefined && { callKey }),
    ...(tool !== undefined && { tool }),
  };
}

/** Picks the owner out of options that hold more. */
export function ownerIn({ principalId, taskId }: Partial<Owner>): Partial<Owner> {
  return { ...(principalId !== undefined && { principalId }), ...(taskId !== undefined && { taskId }) };
}
