import type { ApprovalRequest, ApprovalResponse } from '../gate/approval-request.ts';

/** A consent that outlives its call. */
export interface RememberedApproval {
  readonly id: string;
  readonly tool: string;
  /** What it covers, as the person has read it. */
  readonly covers: string;
  /** The permission rule; without one, only the call of this `key`. */
  readonly rule?: string;
  readonly key?: string;
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
  readonly request: ApprovalRequest;
  /** Of the call without the files it changes: to recognise the call when it comes again. */
  readonly key: string;
  readonly answer?: ApprovalResponse;
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
  /** What went wrong and was put aside, such as a file that could not be read. */
  problems?(): readonly string[];
  close?(): Promise<void>;
}
