import type { ApprovalRequest, ApprovalResponse } from '../gate/approval-request.ts';

/** An approval that covers later calls of one principal; a session approval only those of one task. */
export interface RememberedApproval {
  readonly id: string;
  /** Who approved; empty if the host names no principal. Only calls of this principal are covered. */
  readonly principalId: string;
  /** Set for a session approval: the task that it covers, including its sub-agents. */
  readonly taskId?: string;
  readonly tool: string;
  /** What the approval covers, as the person read it. */
  readonly covers: string;
  /** The permission rule. Without it, the approval covers every call of the tool (`forTool`) or exactly one call (`key`). */
  readonly rule?: string;
  readonly key?: string;
  readonly forTool?: true;
  /** The working folder that the approval is limited to. */
  readonly cwd: string;
  /** Digests of the environment and the scripts that the approval is limited to. */
  readonly environment: string;
  readonly scripts: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt?: number;
}

/** A request that waits for an answer, or an answer that waits for its call to be made again. */
export interface PendingApproval {
  /** Shortened if it is large: see `ApprovalRequest.isExcerpt`. */
  readonly request: ApprovalRequest;
  /** The key of the call (`CallKey.key`), to recognise it when it is made again. */
  readonly key: string;
  /** The gate that waits for the answer; absent once the process that asked has released the request. */
  readonly holder?: PendingHolder;
  readonly answer?: ApprovalResponse;
}

/** A gate's lease on a stored request. */
export interface PendingHolder {
  /** Identifies the gate. */
  readonly id: string;
  /** The process and thread, so that others on the same machine can see before the lease ends that it is gone. */
  readonly process: string;
  /** When the lease ends unless it is renewed, in milliseconds since the epoch. */
  readonly until: number;
}

/** Stores approvals and pending requests, outside every workspace. Methods reject if the store cannot be used. */
export interface ApprovalStore {
  list(): Promise<readonly RememberedApproval[]>;
  add(approval: RememberedApproval): Promise<void>;
  /** False if there is no approval of this id. */
  revoke(id: string): Promise<boolean>;
  pending(): Promise<readonly PendingApproval[]>;
  putPending(pending: PendingApproval): Promise<void>;
  /** Removes and returns a request. If several processes try, only one gets it. */
  takePending(id: string): Promise<PendingApproval | undefined>;
  /** Changes a request atomically. False if there is none of this id, or if `change` returns undefined. */
  changePending(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean>;
  /** Extends a holder's lease on all its requests. */
  renewPending(holderId: string, until: number): Promise<void>;
  /** Removes entries that have expired by this time and returns their number. */
  purge(now: number): Promise<number>;
  /** Problems for the user to see, such as a corrupt file that was moved aside. */
  problems?(): readonly string[];
  close?(): Promise<void>;
}

/** Whether an approval or a request has expired. */
export function isExpired({ expiresAt }: { readonly expiresAt?: number }, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}
