import { fail, ok, type Clock, type Owner, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../errors.ts';
import type { ApprovalStore, PendingApproval } from '../stores/approval-store.ts';
import { storeWithTimeout } from '../stores/store-with-timeout.ts';
import { CLOCK_SLACK_MS } from './approval-memory.ts';
import type { ApprovalRequest, ApprovalResponse } from './approval-request.ts';
import { isHeld, RequestLease } from './request-lease.ts';
import { principalIdOf, type WaitingRequests } from './waiting-requests.ts';

export interface PendingRecordsOptions {
  readonly clock: Clock;
  /** The requests that calls of this process wait for. */
  readonly waiting: WaitingRequests;
}

/** The pending requests in a gate's store: its own, and orphaned ones of processes that have ended. */
export class PendingRecords {
  readonly #store: ApprovalStore;
  readonly #clock: Clock;
  readonly #waiting: WaitingRequests;
  readonly #lease: RequestLease;
  readonly #restored = new Map<string, ApprovalRequest>();

  constructor(store: ApprovalStore, { clock, waiting }: PendingRecordsOptions) {
    this.#store = storeWithTimeout(store);
    this.#clock = clock;
    this.#waiting = waiting;
    this.#lease = new RequestLease(this.#store, { clock, isNeeded: () => waiting.size > 0 });
  }

  /** Restored requests that can still be answered. */
  restored(): readonly ApprovalRequest[] {
    const now = this.#clock.now();
    return [...this.#restored.values()].filter((request) => isCurrent(request, now));
  }

  /** Reads the orphaned requests from the store. Rejects if the store cannot be read. */
  async restore(): Promise<readonly ApprovalRequest[]> {
    const now = this.#clock.now();
    this.#restored.clear();
    for (const pending of await this.#store.pending()) {
      const { request } = pending;
      if (!isCurrent(request, now)) await this.#store.takePending(request.id);
      else if (this.#isOrphaned(pending, now)) this.#restored.set(request.id, request);
    }
    return this.restored();
  }

  /** Stores the answer to an orphaned request until the call is made again. Never rejects. */
  async answer(
    id: string,
    answer: ApprovalResponse,
    isAllowedPrincipal: (request: ApprovalRequest) => boolean,
  ): Promise<ToolResult<{ readonly id: string }>> {
    if (JSON.stringify(answer).length > MAX_ANSWER_CHARACTERS) return fail(approvalErrors.ANSWER_INVALID(TOO_LARGE));
    try {
      // In one step, since another process may answer it at the same time.
      const isAnswered = await this.#store.changePending(id, (pending) =>
        this.#isOrphaned(pending, this.#clock.now()) && isAllowedPrincipal(pending.request)
          ? { ...pending, answer }
          : undefined,
      );
      if (!isAnswered) return fail(approvalErrors.REQUEST_NOT_PENDING());
      this.#restored.delete(id);
      return ok({ id });
    } catch (error) {
      const message = `The answer could not be stored: ${error instanceof Error ? error.message : String(error)}`;
      return fail(approvalErrors.STORE_UNAVAILABLE({ message }));
    }
  }

  /** Takes the stored answer for a call out of the store. Rejects if the store cannot be used. */
  async takeAnswer({
    key,
    owner,
  }: {
    readonly key: string;
    readonly owner: Owner;
  }): Promise<AnsweredRequest | undefined> {
    for (const pending of await this.#store.pending()) {
      if (pending.answer === undefined || pending.key !== key || !belongsTo(pending.request, owner)) continue;
      const taken = await this.#store.takePending(pending.request.id);
      if (taken?.answer === undefined || !isCurrent(taken.request, this.#clock.now())) continue;
      return { request: taken.request, response: taken.answer };
    }
    return undefined;
  }

  /** Never rejects: without the store, the request is not durable but can still be answered in this process. */
  async add(pending: Omit<PendingApproval, 'holder'>): Promise<void> {
    await ignoringErrors(() => this.#store.putPending({ ...pending, holder: this.#lease.holder() }));
  }

  /** Never rejects: a record that cannot be removed expires. */
  async remove(id: string): Promise<void> {
    await ignoringErrors(() => this.#store.takePending(id));
  }

  /** Gives up the lease, so that another process can restore the request. Never rejects: the lease also ends by itself. */
  async release(id: string): Promise<void> {
    await ignoringErrors(() => this.#store.changePending(id, ({ holder: _, ...left }) => left));
  }

  endLease(): void {
    this.#lease.end();
  }

  /** Whether a request is unanswered and no live process waits for it. */
  #isOrphaned(pending: PendingApproval, now: number): boolean {
    const { request, answer } = pending;
    const isOver = answer !== undefined || !isCurrent(request, now);
    return !isOver && this.#waiting.get(request.id) === undefined && !isHeld(pending, now);
  }
}

export interface AnsweredRequest {
  readonly request: ApprovalRequest;
  readonly response: ApprovalResponse;
}

function belongsTo(request: ApprovalRequest, { principalId, taskId }: Owner): boolean {
  return principalIdOf(request) === principalId && request.taskId === taskId;
}

/** Whether a request is neither expired nor from the future, as after the clock was set back. */
function isCurrent({ createdAt, expiresAt }: ApprovalRequest, now: number): boolean {
  return expiresAt > now && !(createdAt > now + CLOCK_SLACK_MS);
}

async function ignoringErrors(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // See the callers for why the error may be ignored.
  }
}

const MAX_ANSWER_CHARACTERS = 1024 * 1024;
const TOO_LARGE = { message: 'The answer is too large to be stored for a later call.' };
