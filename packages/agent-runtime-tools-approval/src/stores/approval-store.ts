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
  /** Who gave the answer. */
  readonly answeredBy?: AnswerSource;
}

/** Who answered a request, and when. */
export interface AnswerSource {
  /** Identifies this answer among all that are given. */
  readonly id: string;
  /** The name of whoever answered, for people to read. */
  readonly by: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A gate's lease on a stored request. */
export interface PendingHolder {
  /** Identifies the gate. */
  readonly id: string;
  /** The process and thread, so that others on the same machine can see before the lease ends that it is gone. */
  readonly process: string;
  /** When the lease ends unless it is renewed, in milliseconds since the epoch. */
  readonly until: number;
  /** The gate takes answers out of the store, so that they can be given in another process. */
  readonly takesAnswers?: true;
}

/** Who takes a request out of a store, and the answer that this gate has got if the store has none. */
export interface PendingTaker {
  /** The id of the gate's `PendingHolder`. */
  readonly holderId: string;
  readonly answer?: { readonly approved: boolean; readonly source: AnswerSource };
}

/** What a store remembers of a request that was answered, to tell whoever answers it next. */
export interface SettledRequest {
  readonly requestId: string;
  readonly principalId: string;
  readonly approved: boolean;
  readonly source: AnswerSource;
  /** The gate that has used the answer. */
  readonly takenBy: string;
}

/** The requests in a store that one gate waits for. */
export interface HeldRequests {
  readonly ids: readonly string[];
  /** Those that have an answer. */
  readonly answered: readonly PendingApproval[];
}

/** What lets a request that waits in one process be answered from another. A store has all of it or nothing. */
export interface AnswerChannel {
  held(holderId: string): Promise<HeldRequests>;
  /**
   * Calls the listener whenever requests of this holder may have been answered. Continues by itself after an outage, and calls
   * the listener then. Resolves to a function that ends it.
   */
  watch(holderId: string, listener: () => void): Promise<() => Promise<void>>;
  /** How a request was answered, for about a day after it was taken. */
  settled(id: string): Promise<SettledRequest | undefined>;
}

/** Stores approvals and pending requests, outside every workspace. Methods reject if the store cannot be used. */
export interface ApprovalStore extends Partial<AnswerChannel> {
  list(): Promise<readonly RememberedApproval[]>;
  add(approval: RememberedApproval): Promise<void>;
  /** False if there is no approval of this id. */
  revoke(id: string): Promise<boolean>;
  pending(): Promise<readonly PendingApproval[]>;
  /** Replaces a request of the same id, unless that has an answer. */
  putPending(pending: PendingApproval): Promise<void>;
  /**
   * Removes and returns a request. If several processes try, only one gets it. A store with an `AnswerChannel` remembers in the same
   * step whose answer counted: the one that it has, else the taker's.
   */
  takePending(id: string, taker?: PendingTaker): Promise<PendingApproval | undefined>;
  /** Changes a request atomically. False if there is none of this id, or if `change` returns undefined. */
  changePending(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean>;
  /** Extends a holder's lease on all its requests. */
  renewPending(holderId: string, until: number): Promise<void>;
  /** Removes entries that have expired by this time and returns their number. */
  purge(now: number): Promise<number>;
  /** True for a server: an operation that failed may have been carried out all the same. */
  readonly isRemote?: boolean;
  /** Problems for the user to see, such as a corrupt file that was moved aside. */
  problems?(): readonly string[];
  close?(): Promise<void>;
}

/** The part of a store through which requests can be answered from other processes, if it has one. */
export function answerChannelOf(store: ApprovalStore): AnswerChannel | undefined {
  return hasAnswerChannel(store) ? store : undefined;
}

function hasAnswerChannel(store: ApprovalStore): store is ApprovalStore & AnswerChannel {
  return store.held !== undefined && store.watch !== undefined && store.settled !== undefined;
}

/** Whether an approval or a request has expired. */
export function isExpired({ expiresAt }: { readonly expiresAt?: number }, now: number): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}
