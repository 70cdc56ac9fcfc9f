import type { ApprovalRequest, ApprovalResponse } from '../gate/approval-request.ts';

/** A consent that outlives its call. It is one principal's; one for a session is also one task's. */
export interface RememberedApproval {
  readonly id: string;
  /** Who consented, empty where the host names no principal: it covers nobody else's calls. */
  readonly principalId: string;
  /** For a session: the task that it holds in, its sub-agents included. */
  readonly taskId?: string;
  readonly tool: string;
  /** What it covers, as the person has read it. */
  readonly covers: string;
  /** The permission rule; without one, every call of the tool (`forTool`) or only the call of this `key`. */
  readonly rule?: string;
  readonly key?: string;
  readonly forTool?: true;
  /** The folder that it holds in. */
  readonly cwd: string;
  /** Fingerprints of the environment and of the scripts that it holds for. */
  readonly environment: string;
  readonly scripts: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly expiresAt?: number;
}

/** A request that waits for its answer, or whose answer waits for its call. */
export interface PendingApproval {
  /** Where it is large, an excerpt: see `ApprovalRequest.isExcerpt`. */
  readonly request: ApprovalRequest;
  /** Of the call without the files it changes: to recognise the call when it comes again. */
  readonly key: string;
  /** Who waits for the answer now; without one the process that asked is gone. */
  readonly holder?: PendingHolder;
  readonly answer?: ApprovalResponse;
}

/** The lease of a gate on the requests that wait in its process. */
export interface PendingHolder {
  /** Of the gate. */
  readonly id: string;
  /** The process and thread, so that others on the same machine see that it is gone before the lease ends. */
  readonly process: string;
  /** When the lease ends unless it is renewed, in milliseconds since the epoch. */
  readonly until: number;
}

/** Where approvals are kept, outside of every workspace. Methods reject when the store cannot be used. */
export interface ApprovalStore {
  list(): Promise<readonly RememberedApproval[]>;
  add(approval: RememberedApproval): Promise<void>;
  /** False when there was none of this id. */
  revoke(id: string): Promise<boolean>;
  pending(): Promise<readonly PendingApproval[]>;
  putPending(pending: PendingApproval): Promise<void>;
  /** Takes a request out, once: of several that try, one gets it. */
  takePending(id: string): Promise<PendingApproval | undefined>;
  /** Changes a request in one step. False when there is none of this id, or `change` gives undefined to leave it. */
  changePending(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean>;
  /** Extends the lease on everything that waits for a holder. */
  renewPending(holderId: string, until: number): Promise<void>;
  /** Removes what has expired at this time, and returns how many entries that were. */
  purge(now: number): Promise<number>;
  /** What went wrong and was put aside, such as a file that could not be read. */
  problems?(): readonly string[];
  close?(): Promise<void>;
}
