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
  /** What calls of this process wait for. */
  readonly waiting: WaitingRequests;
}

/** The requests of a gate in its store: its own while they wait, and those that processes which are gone left behind. */
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

  /** What was restored and may still be answered. */
  restored(): readonly ApprovalRequest[] {
    const now = this.#clock.now();
    return [...this.#restored.values()].filter((request) => isCurrent(request, now));
  }

  /** Looks for what was left behind. Rejects when the store cannot be read. */
  async restore(): Promise<readonly ApprovalRequest[]> {
    const now = this.#clock.now();
    this.#restored.clear();
    for (const pending of await this.#store.pending()) {
      const { request } = pending;
      if (!isCurrent(request, now)) await this.#store.takePending(request.id);
      else if (this.#isLeftBehind(pending, now)) this.#restored.set(request.id, request);
    }
    return this.restored();
  }

  /** Keeps the answer to what was left behind, until its call comes again. Never rejects. */
  async answer(
    id: string,
    answer: ApprovalResponse,
    isTheirs: (request: ApprovalRequest) => boolean,
  ): Promise<ToolResult<{ readonly id: string }>> {
    if (JSON.stringify(answer).length > MAX_ANSWER_CHARACTERS) return fail(approvalErrors.ANSWER_INVALID(TOO_LARGE));
    try {
      // Another process may have answered it meanwhile.
      const isAnswered = await this.#store.changePending(id, (pending) =>
        this.#isLeftBehind(pending, this.#clock.now()) && isTheirs(pending.request)
          ? { ...pending, answer }
          : undefined,
      );
      if (!isAnswered) return fail(approvalErrors.REQUEST_NOT_PENDING());
      this.#restored.delete(id);
      return ok({ id });
    } catch (error) {
      const message = `The answer could not be kept: ${error instanceof Error ? error.message : String(error)}`;
      return fail(approvalErrors.STORE_UNAVAILABLE({ message }));
    }
  }

  /** The answer that is kept for a call, once. Rejects when the store cannot be used. */
  async takeAnswer({
    key,
    owner,
  }: {
    readonly key: string;
    readonly owner: Owner;
  }): Promise<AnsweredRequest | undefined> {
    for (const pending of await this.#store.pending()) {
      if (pending.answer === undefined || pending.key !== key || !isOf(pending.request, owner)) continue;
      const taken = await this.#store.takePending(pending.request.id);
      if (taken?.answer === undefined || !isCurrent(taken.request, this.#clock.now())) continue;
      return { request: taken.request, response: taken.answer };
    }
    return undefined;
  }

  /** A store that fails costs the request its durability, nothing else: it can still be answered here. */
  async keep(pending: Omit<PendingApproval, 'holder'>): Promise<void> {
    await quietly(() => this.#store.putPending({ ...pending, holder: this.#lease.holder() }));
  }

  /** What cannot be forgotten expires. */
  async forget(id: string): Promise<void> {
    await quietly(() => this.#store.takePending(id));
  }

  /** Says that nobody waits any more: another process may have it. Where that fails, the lease ends. */
  async leave(id: string): Promise<void> {
    await quietly(() => this.#store.changePending(id, ({ holder: _, ...left }) => left));
  }

  endLease(): void {
    this.#lease.end();
  }

  /** It waits for an answer, and no process waits for it. */
  #isLeftBehind(pending: PendingApproval, now: number): boolean {
    const { request, answer } = pending;
    const isOver = answer !== undefined || !isCurrent(request, now);
    return !isOver && this.#waiting.get(request.id) === undefined && !isHeld(pending, now);
  }
}

export interface AnsweredRequest {
  readonly request: ApprovalRequest;
  readonly response: ApprovalResponse;
}

function isOf(request: ApprovalRequest, { principalId, taskId }: Owner): boolean {
  return principalIdOf(request) === principalId && request.taskId === taskId;
}

/** A request of another process is over when its time is, and when the clock says that it was not made yet. */
function isCurrent({ createdAt, expiresAt }: ApprovalRequest, now: number): boolean {
  return expiresAt > now && !(createdAt > now + CLOCK_SLACK_MS);
}

async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // Said where it is called.
  }
}

const MAX_ANSWER_CHARACTERS = 1024 * 1024;
const TOO_LARGE = { message: 'The answer is too large to be kept for a call that comes later.' };
