import { ownerOf, type Owner } from './contracts/owner.ts';
import type { Principal } from './contracts/tool-context.ts';
import type { ExecuteOptions } from './execute-options.ts';

/** Whose calls are meant: one task of one principal, by the same defaults as calls. */
export interface TaskScope {
  /** Default 'default'. */
  readonly taskId?: string;
  /** Default: none. The tasks of different principals are never the same, whatever their ids. */
  readonly principal?: Pick<Principal, 'id'>;
}

export interface CancelOptions extends TaskScope {
  /** For the message of the calls' errors. */
  readonly reason?: string;
}

export function ownerOfScope({ taskId = 'default', principal }: TaskScope): Owner {
  return ownerOf({ taskId, principal });
}

/** The owner of a call with these options. */
export function ownerOfOptions({ taskId, principal, parent }: ExecuteOptions): Owner {
  return ownerOf({ taskId: taskId ?? parent?.taskId ?? 'default', principal: principal ?? parent?.principal });
}
