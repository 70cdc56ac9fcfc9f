import { ownerOf, type Owner } from './contracts/owner.ts';
import type { Principal } from './contracts/tool-context.ts';
import type { ExecuteOptions } from './execute-options.ts';

/** One task of one principal, with the same defaults as calls. */
export interface TaskScope {
  /** Default 'default'. */
  readonly taskId?: string;
  /** Default: none. Tasks of different principals are different tasks, even if they have the same id. */
  readonly principal?: Pick<Principal, 'id'>;
}

export interface CancelOptions extends TaskScope {
  /** Part of the error message of the cancelled calls. */
  readonly reason?: string;
}

export function ownerOfScope({ taskId = 'default', principal }: TaskScope): Owner {
  return ownerOf({ taskId, principal });
}

/** The owner of a call with these options. */
export function ownerOfOptions({ taskId, principal, parent }: ExecuteOptions): Owner {
  return ownerOf({ taskId: taskId ?? parent?.taskId ?? 'default', principal: principal ?? parent?.principal });
}
