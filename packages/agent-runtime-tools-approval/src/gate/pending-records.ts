import { errorMessage, fail, ok, type Clock, type Owner, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../errors.ts';
import {
  answerChannelOf,
  type AnswerChannel,
  type ApprovalStore,
  type PendingApproval,
} from '../stores/approval-store.ts';
import { storeWithTimeout } from '../stores/store-with-timeout.ts';
import type { GateOutcome } from './approval-gate.ts';
import { CLOCK_SLACK_MS } from './approval-memory.ts';
import type { ApprovalRequest, ApprovalResponse } from './approval-request.ts';
import { answeredBefore } from './outcomes.ts';
import { isHeld, RequestLease } from './request-lease.ts';
import { isSameCall, SharedAnswers, type FirstAnswer, type GivenAnswer } from './answers/shared-answers.ts';
import { principalIdOf, type WaitingRequest, type WaitingRequests } from './waiting-requests.ts';

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
  readonly #channel: AnswerChannel | undefined;
  /** Set if the requests of this gate can be answered from other processes. */
  readonly shared: SharedAnswers | undefined;
  readonly #restored = new Map<string, ApprovalRequest>();

  constructor(store: ApprovalStore, { clock, waiting }: PendingRecordsOptions) {
    this.#store = storeWithTimeout(store);
    this.#clock = clock;
    this.#waiting = waiting;
    const channel = answerChannelOf(this.#store);
    this.#channel = channel;
    const takesAnswers = channel !== undefined;
    const lease = new RequestLease(this.#store, { clock, isNeeded: () => waiting.size > 0, takesAnswers });
    this.#lease = lease;
    this.shared =
      channel &&
      new SharedAnswers({
        store: this.#store,
        channel,
        clock,
        waiting,
        holder: () => lease.holder(),
        holderId: lease.id,
      });
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

  /**
   * Stores the answer to a request of another process: the process takes it if it waits, else the answer is kept until the call is
   * made again. Never rejects.
   */
  async answer(
    id: string,
    { response: answer, source: answeredBy }: GivenAnswer,
    isAllowedPrincipal: (request: Pick<ApprovalRequest, 'principal'>) => boolean,
  ): Promise<ToolResult<AcceptedAnswer>> {
    if (JSON.stringify(answer).length > MAX_ANSWER_CHARACTERS) return fail(approvalErrors.ANSWER_INVALID(TOO_LARGE));
    let found: PendingApproval | undefined;
    try {
      // In one step, since another process may answer it at the same time.
      const isAnswered = await this.#store.changePending(id, (pending) => {
        found = isAllowedPrincipal(pending.request) ? pending : undefined;
        return found && this.#canAnswer(pending, this.#clock.now()) ? { ...pending, answer, answeredBy } : undefined;
      });
      if (!isAnswered) {
        const first = await this.#firstAnswer(id, found, isAllowedPrincipal);
        return fail(first === undefined ? approvalErrors.REQUEST_NOT_PENDING() : answeredBefore(first));
      }
      this.#restored.delete(id);
      return ok({ id, isAwaited: found !== undefined && isHeld(found, this.#clock.now()) });
    } catch (error) {
      const message = `The answer could not be stored: ${errorMessage(error)}`;
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
      // The process that asked will take it.
      if (isHeld(pending, this.#clock.now())) continue;
      const taken = await this.#store.takePending(pending.request.id, { holderId: this.#lease.id });
      if (taken?.answer === undefined || !isCurrent(taken.request, this.#clock.now())) continue;
      return { request: taken.request, response: taken.answer };
    }
    return undefined;
  }

  /** Never rejects: without the store, the request is not durable but can still be answered in this process. */
  async add(waiting: WaitingRequest): Promise<void> {
    if (this.shared !== undefined) return this.shared.add(waiting);
    const { request, key } = waiting;
    await ignoringErrors(() => this.#store.putPending({ request, key, holder: this.#lease.holder() }));
  }

  /** Removes or releases a request that has ended in this process, and returns how it ended. Never rejects. */
  async end(waiting: WaitingRequest, outcome: GateOutcome, { isTaken }: { isTaken: boolean }): Promise<GateOutcome> {
    const { request } = waiting;
    if (this.#waiting.size === 0) this.#lease.end();
    this.shared?.forget(request.id);
    if (isTaken) return outcome;
    if (outcome.kind === 'closed') await this.#release(request.id);
    else {
      const removed = await this.#remove(request.id);
      // An answer was stored in time, but not seen.
      if (outcome.kind === 'timeout' && removed !== undefined && isSameCall(removed, waiting)) {
        const { answer: response, answeredBy } = removed;
        if (response !== undefined && answeredBy !== undefined && answeredBy.at < request.expiresAt)
          return { kind: 'answered', response, answeredBy: answeredBy.by };
      }
    }
    return outcome;
  }

  /** A record that cannot be removed expires. */
  async #remove(id: string): Promise<PendingApproval | undefined> {
    return this.#store.takePending(id, { holderId: this.#lease.id }).catch(() => undefined);
  }

  /** Gives up the lease, so that another process can restore the request. The lease also ends by itself. */
  async #release(id: string): Promise<void> {
    await ignoringErrors(() => this.#store.changePending(id, ({ holder: _, ...left }) => left));
  }

  /** Whether a request is unanswered, and can be answered through the store. */
  #canAnswer(pending: PendingApproval, now: number): boolean {
    const { request, answer, holder } = pending;
    const isOver = answer !== undefined || !isCurrent(request, now);
    return !isOver && (holder?.takesAnswers === true || this.#isOrphaned(pending, now));
  }

  /** The answer that was given before, in the store or already used. Nobody is told about requests of other principals. */
  async #firstAnswer(
    id: string,
    found: PendingApproval | undefined,
    isAllowedPrincipal: (request: Pick<ApprovalRequest, 'principal'>) => boolean,
  ): Promise<FirstAnswer | undefined> {
    if (found?.answer !== undefined)
      return found.answeredBy && { approved: found.answer.approved, source: found.answeredBy };
    const settled = await this.#channel?.settled(id);
    if (settled === undefined) return undefined;
    const principal = settled.principalId === '' ? {} : { principal: { id: settled.principalId } };
    return isAllowedPrincipal(principal) ? settled : undefined;
  }

  /** Whether a request is unanswered and no live process waits for it. */
  #isOrphaned(pending: PendingApproval, now: number): boolean {
    const { request, answer } = pending;
    const isOver = answer !== undefined || !isCurrent(request, now);
    return !isOver && this.#waiting.get(request.id) === undefined && !isHeld(pending, now);
  }
}

/** An answer that counts. */
export interface AcceptedAnswer {
  readonly id: string;
  /** A live process waits for it. If not, it counts when the same call is made again. */
  readonly isAwaited: boolean;
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
