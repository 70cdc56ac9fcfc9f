import type { Clock } from '@ku0/agent-runtime-tools-core';
import type {
  AnswerChannel,
  AnswerSource,
  ApprovalStore,
  PendingApproval,
  PendingHolder,
  SettledRequest,
} from '../../stores/approval-store.ts';
import type { ApprovalResponse } from '../approval-request.ts';
import { AnswerWatch } from './answer-watch.ts';
import { principalIdOf, type WaitingRequest, type WaitingRequests } from '../waiting-requests.ts';

export interface SharedAnswersOptions {
  readonly store: ApprovalStore;
  readonly channel: AnswerChannel;
  readonly clock: Clock;
  readonly waiting: WaitingRequests;
  /** The holder to store with a request. */
  readonly holder: () => PendingHolder;
  readonly holderId: string;
}

/** An answer that was given in this process. */
export interface GivenAnswer {
  readonly response: ApprovalResponse;
  readonly source: AnswerSource;
}

/** Whether an answer that was given in this process counts. */
export type AnswerVerdict =
  | { readonly kind: 'counts' }
  | { readonly kind: 'late'; readonly first?: FirstAnswer }
  | { readonly kind: 'unavailable'; readonly error: unknown };

/** The answer that another one came too late for. */
export type FirstAnswer = Pick<SettledRequest, 'approved' | 'source'>;

/**
 * Settles requests that can be answered in this process and in others. The first answer counts: whichever takes the request out
 * of the store. No answer is used before the store has confirmed that.
 */
export class SharedAnswers {
  readonly #options: SharedAnswersOptions;
  readonly #watch: AnswerWatch;
  /** Requests that have been in the store (true), or could not be written (false). Others are just being written. */
  readonly #stored = new Map<string, boolean>();
  /** Answers that were read from the store. A request may turn out to be taken although the store reported a failure. */
  readonly #read = new Map<string, PendingApproval>();
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(options: SharedAnswersOptions) {
    this.#options = options;
    const { channel, clock, holderId } = options;
    this.#watch = new AnswerWatch(channel, { clock, holderId, check: () => this.#check() });
  }

  /** Stores a request. Never rejects: one that could not be stored is stored later, if it still waits. */
  async add(waiting: WaitingRequest): Promise<void> {
    this.#watch.start();
    await this.#inTurn(waiting, () => this.#put(waiting)).catch(() => undefined);
  }

  /** Forgets a request that has ended. */
  forget(id: string): void {
    this.#stored.delete(id);
    this.#read.delete(id);
    if (this.#options.waiting.size === 0) this.#watch.end();
  }

  /** Resolves when nothing is watched any more. */
  ended(): Promise<void> {
    return this.#watch.ended();
  }

  /** Settles a request with an answer of this process, or with one from elsewhere that was first. Never rejects. */
  answer(waiting: WaitingRequest, given: GivenAnswer): Promise<AnswerVerdict> {
    return this.#inTurn(waiting, async () => {
      if (!this.#isWaiting(waiting)) return { kind: 'late' };
      try {
        return await this.#settleWith(waiting, given);
      } catch (error) {
        const { isRemote } = this.#options.store;
        const isKnownElsewhere = isRemote === true || this.#stored.get(waiting.request.id) === true;
        if (isKnownElsewhere) return { kind: 'unavailable', error };
        // Nobody else can have answered what was never stored.
        return this.#use(waiting, given) ? { kind: 'counts' } : { kind: 'late' };
      }
    });
  }

  async #settleWith(waiting: WaitingRequest, given: GivenAnswer): Promise<AnswerVerdict> {
    const { store, channel, holderId } = this.#options;
    const { id } = waiting.request;
    const answer = { approved: given.response.approved, source: given.source };
    const taken = await store.takePending(id, { holderId, answer });
    const settled = taken === undefined ? await channel.settled(id) : undefined;
    if (settled !== undefined && settled.takenBy !== holderId) return this.#usedElsewhere(waiting, settled);
    const first = taken?.answer === undefined ? this.#readAnswer(id, settled) : taken;
    if (first?.answer === undefined) return this.#use(waiting, given) ? { kind: 'counts' } : { kind: 'late' };
    this.#useStored(waiting, first);
    const { answer: counted, answeredBy: source } = first;
    return { kind: 'late', ...(source !== undefined && { first: { approved: counted.approved, source } }) };
  }

  /** Looks for answers to the requests of this gate, and stores again what the store has lost. Rejects if it cannot be used. */
  async #check(): Promise<void> {
    const { channel, holderId, waiting } = this.#options;
    const known = [...this.#stored.keys()];
    const { ids, answered } = await channel.held(holderId);
    const inStore = new Set(ids);
    for (const pending of answered) {
      const found = waiting.get(pending.request.id);
      if (found !== undefined) await this.#inTurn(found, () => this.#take(found, pending));
    }
    for (const id of known) {
      const found = waiting.get(id);
      if (found !== undefined && !inStore.has(id)) await this.#inTurn(found, () => this.#recover(found));
    }
  }

  async #take(waiting: WaitingRequest, pending: PendingApproval): Promise<void> {
    const { store, holderId } = this.#options;
    const { id } = waiting.request;
    if (!this.#isWaiting(waiting)) return;
    this.#read.set(id, pending);
    const taken = await store.takePending(id, { holderId });
    if (taken?.answer === undefined) await this.#recover(waiting);
    else this.#useStored(waiting, taken);
  }

  /** The store does not have the request: it was taken, never written, or lost with the data of the store. */
  async #recover(waiting: WaitingRequest): Promise<void> {
    const { channel, holderId } = this.#options;
    if (!this.#isWaiting(waiting)) return;
    const settled = await channel.settled(waiting.request.id);
    if (settled !== undefined && settled.takenBy !== holderId) {
      this.#usedElsewhere(waiting, settled);
      return;
    }
    const read = this.#readAnswer(waiting.request.id, settled);
    if (read === undefined) await this.#put(waiting);
    else this.#useStored(waiting, read);
  }

  async #put(waiting: WaitingRequest): Promise<void> {
    const { store, holder } = this.#options;
    const { request, key } = waiting;
    if (!this.#isWaiting(waiting)) return;
    let isStored = this.#stored.get(request.id) === true;
    try {
      await store.putPending({ request, key, holder: holder() });
      isStored = true;
    } finally {
      // Only now: a check that ran meanwhile did not find the request, and must not store it again over its answer.
      if (this.#isWaiting(waiting)) this.#stored.set(request.id, isStored);
    }
  }

  /** The answer that this gate has read, if it was the one that it took. */
  #readAnswer(id: string, settled: SettledRequest | undefined): PendingApproval | undefined {
    const read = this.#read.get(id);
    return settled !== undefined && read?.answeredBy?.id === settled.source.id ? read : undefined;
  }

  #use(waiting: WaitingRequest, { response, source }: GivenAnswer): boolean {
    return waiting.settle({ kind: 'answered', response, answeredBy: source.by }, { isTaken: true });
  }

  #useStored(waiting: WaitingRequest, stored: PendingApproval): void {
    const { answer: response, answeredBy } = stored;
    if (response === undefined) return;
    const isSame = isSameCall(stored, waiting);
    waiting.settle(
      isSame
        ? { kind: 'answered', response, ...(answeredBy !== undefined && { answeredBy: answeredBy.by }) }
        : { kind: 'failed', why: 'The stored answer is about another call.' },
      { isTaken: true },
    );
  }

  /** After an outage longer than its lease, another process may have made the same call and used the answer. */
  #usedElsewhere(waiting: WaitingRequest, { approved, source }: SettledRequest): AnswerVerdict {
    waiting.settle({ kind: 'failed', why: 'Another process has used the answer.' }, { isTaken: true });
    return { kind: 'late', first: { approved, source } };
  }

  #isWaiting(waiting: WaitingRequest): boolean {
    return this.#options.waiting.get(waiting.request.id)?.settle === waiting.settle;
  }

  /** One operation at a time for each request. */
  async #inTurn<T>({ request: { id } }: WaitingRequest, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(id) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    this.#queues.set(id, settled);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(id) === settled) this.#queues.delete(id);
    }
  }
}

/** Consent is used for nothing but the call that it was given for. */
export function isSameCall(
  { request: stored, key }: PendingApproval,
  { request, key: ownKey }: WaitingRequest,
): boolean {
  return (
    key === ownKey &&
    stored.digest === request.digest &&
    stored.taskId === request.taskId &&
    principalIdOf(stored) === principalIdOf(request)
  );
}
