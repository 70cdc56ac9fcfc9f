import { fail, systemClock, type Clock, type Owner, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../errors.ts';
import type { ApprovalStore } from '../stores/approval-store.ts';
import { parseResponse, type ApprovalRequest, type ApprovalResponse } from './approval-request.ts';
import { LocalAnswers } from './answers/local-answers.ts';
import { PendingRecords, type AcceptedAnswer, type AnsweredRequest } from './pending-records.ts';
import { principalIdOf, WaitingRequests, type PendingLimits, type WaitingRequest } from './waiting-requests.ts';

export interface ApprovalGateOptions {
  /** How long a request waits before it is denied. Default five minutes. */
  readonly timeoutMs?: number;
  /** Stores pending requests, so that they survive a restart of the process. */
  readonly store?: ApprovalStore;
  readonly clock?: Clock;
  /** Requests beyond this number are denied. Default 1,000. */
  readonly maxPending?: number;
  /** The same for each principal. Default 200. */
  readonly maxPendingPerPrincipal?: number;
  /** Requests are denied if all pending ones would take more than this many bytes. Default 256 MiB. */
  readonly maxPendingBytes?: number;
  /** The same for each principal. Default 64 MiB. */
  readonly maxPendingBytesPerPrincipal?: number;
}

/** How a request ended. */
export type GateOutcome =
  | {
      readonly kind: 'answered';
      readonly response: ApprovalResponse;
      /** The name of whoever answered, if it is known. */
      readonly answeredBy?: string;
    }
  | { readonly kind: 'timeout' | 'cancelled' | 'full' | 'closed' }
  | { readonly kind: 'failed'; readonly why: string };

/** Holds the requests that wait for an answer. Each is answered by its id, in any order. */
export class ApprovalGate {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly #waiting: WaitingRequests;
  readonly #records: PendingRecords | undefined;
  readonly #answers: LocalAnswers;
  readonly #listeners = new Set<(request: ApprovalRequest) => void>();
  readonly #ending = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: ApprovalGateOptions = {}) {
    const { timeoutMs = 300_000, store, clock = systemClock } = options;
    if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) throw new TypeError('timeoutMs must be a positive number.');
    this.timeoutMs = Math.min(timeoutMs, MAX_TIMEOUT_MS);
    this.clock = clock;
    this.#waiting = new WaitingRequests(limitsOf(options));
    this.#records = store && new PendingRecords(store, { clock, waiting: this.#waiting });
    this.#answers = new LocalAnswers(clock, this.#records?.shared);
  }

  /** The requests that wait for an answer, in this process or restored from one that ended; of all principals or of one. */
  pending({ principalId }: PrincipalFilter = {}): readonly ApprovalRequest[] {
    return [...this.#waiting.all().map(({ request }) => request), ...(this.#records?.restored() ?? [])].filter(
      (request) => principalId === undefined || principalIdOf(request) === principalId,
    );
  }

  /** Calls the listener for every new request. Returns a function that removes the listener. */
  onRequest(listener: (request: ApprovalRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Answers a request: of this process, of another that shares the store, or of one that has ended. Fails if no request of this id
   * is pending (expired, withdrawn, never made, or answered: then the error says by whom) or, with a `principalId`, if it is another
   * principal's.
   */
  async answer(
    id: string,
    response: ApprovalResponse,
    { principalId, by = principalId }: AnswerOptions = {},
  ): Promise<ToolResult<AcceptedAnswer>> {
    const parsed = parseResponse(response);
    if (parsed === undefined) return fail(approvalErrors.ANSWER_INVALID());
    const isAllowedPrincipal = (request: Pick<ApprovalRequest, 'principal'>): boolean =>
      principalId === undefined || principalIdOf(request) === principalId;
    const given = this.#answers.given(parsed, by);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      return (await this.#records?.answer(id, given, isAllowedPrincipal)) ?? fail(approvalErrors.REQUEST_NOT_PENDING());
    }
    if (!isAllowedPrincipal(waiting.request)) return fail(approvalErrors.REQUEST_NOT_PENDING());
    return this.#answers.answer(waiting, given);
  }

  /**
   * Takes over the pending requests of processes that have ended, never those of a live process. Returns the requests
   * that can still be answered. Call it again from time to time for processes that end later.
   */
  async restore(): Promise<readonly ApprovalRequest[]> {
    return (await this.#records?.restore()) ?? [];
  }

  /**
   * Takes the stored answer for a call that was asked about by a process that has since ended. Only the same call of the
   * same owner gets it, and only once.
   */
  async takeAnswer(call: {
    readonly key: string;
    readonly digest: string;
    readonly owner: Owner;
  }): Promise<TakenAnswer | undefined> {
    const answered = await this.#records?.takeAnswer(call);
    return answered && { ...answered, isStale: answered.request.digest !== call.digest };
  }

  /**
   * Waits for the answer to a request, which comes from `ask` or through `answer`. If `ask` throws, the outcome is
   * `failed`. Never rejects.
   */
  request(request: ApprovalRequest, { key, signal, ask, coordinatorId }: RequestOptions): Promise<GateOutcome> {
    if (this.#isClosed) return Promise.resolve({ kind: 'closed' });
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    return new Promise((resolve) => {
      const withdrawn = new AbortController();
      const onAbort = (): void => void settle({ kind: isShutdown(signal.reason) ? 'closed' : 'cancelled' });
      const settle: WaitingRequest['settle'] = (outcome, { isTaken } = { isTaken: false }) => {
        if (this.#waiting.get(request.id)?.settle !== settle) return false;
        this.#waiting.delete(request.id);
        stopClock();
        signal.removeEventListener('abort', onAbort);
        withdrawn.abort();
        // While a machine sleeps, its timers do not fire.
        const isLate = outcome.kind === 'answered' && this.#isExpired(request);
        const ended = this.#end(waiting, isLate ? { kind: 'timeout' } : outcome, { stored, isTaken });
        this.#ending.add(ended);
        void ended.then((how) => {
          this.#ending.delete(ended);
          resolve(how);
        });
        return true;
      };
      const waiting: WaitingRequest = { request, key, coordinatorId, settle };
      if (!this.#waiting.add(waiting)) return resolve({ kind: 'full' });
      const stopClock = this.clock.schedule(() => settle({ kind: 'timeout' }), request.expiresAt - this.clock.now());
      const stored = this.#records?.add(waiting) ?? Promise.resolve();
      signal.addEventListener('abort', onAbort, { once: true });
      void stored.then(() => this.#announce(waiting, ask, withdrawn.signal));
    });
  }

  /**
   * Ends all pending requests and refuses new ones. With a `coordinatorId`, ends only the requests of that coordinator.
   * Stored requests remain until they expire, so that another process can restore them. Resolves when the store is written.
   */
  async close({ coordinatorId }: { readonly coordinatorId?: string } = {}): Promise<void> {
    if (coordinatorId === undefined) this.#isClosed = true;
    for (const waiting of this.#waiting.all()) {
      if (coordinatorId === undefined || waiting.coordinatorId === coordinatorId) waiting.settle({ kind: 'closed' });
    }
    await Promise.all(this.#ending);
    await this.#records?.shared?.ended();
  }

  #isExpired({ expiresAt }: ApprovalRequest): boolean {
    return expiresAt <= this.clock.now();
  }

  /** Removing the record has to wait until it has been written. An answer that was taken from the store has no record. */
  async #end(
    waiting: WaitingRequest,
    outcome: GateOutcome,
    { stored, isTaken }: { readonly stored: Promise<void>; readonly isTaken: boolean },
  ): Promise<GateOutcome> {
    if (!isTaken) await stored;
    return (await this.#records?.end(waiting, outcome, { isTaken })) ?? outcome;
  }

  #announce(waiting: WaitingRequest, ask: AskPerson | undefined, signal: AbortSignal): void {
    for (const listener of this.#listeners) {
      try {
        listener(waiting.request);
      } catch {
        // A listener that fails must not affect the decision.
      }
    }
    if (ask !== undefined && !signal.aborted) this.#answers.ask(waiting, ask, signal);
  }
}

export interface RequestOptions {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly ask?: AskPerson | undefined;
  /** The coordinator of the waiting call. */
  readonly coordinatorId?: string | undefined;
}

/** Limits an operation to one principal; without one it covers all principals. */
export interface PrincipalFilter {
  readonly principalId?: string;
}

export interface AnswerOptions extends PrincipalFilter {
  /** The name of whoever answers, for people to read. Default: the `principalId`, else the process. */
  readonly by?: string;
}

function limitsOf(options: ApprovalGateOptions): PendingLimits {
  const {
    maxPending: count = 1000,
    maxPendingPerPrincipal: countPerPrincipal = 200,
    maxPendingBytes: bytes = 256 * MIB,
    maxPendingBytesPerPrincipal: bytesPerPrincipal = 64 * MIB,
  } = options;
  const limits = { count, countPerPrincipal, bytes, bytesPerPrincipal };
  for (const limit of Object.values(limits)) {
    if (typeof limit !== 'number' || !(limit > 0)) throw new TypeError('Limits must be positive numbers.');
  }
  return limits;
}

/** The coordinator was shut down; the caller may make the call again in another process. */
function isShutdown(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === 'SHUT_DOWN';
}

const MIB = 1024 * 1024;

/** A hundred years, since Infinity cannot be stored as JSON. */
const MAX_TIMEOUT_MS = 100 * 365 * 24 * 3_600_000;

/** Asks a person. The signal fires when the answer is no longer needed. Return undefined to answer later through the gate. */
export type AskPerson = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => ApprovalResponse | boolean | undefined | void | Promise<ApprovalResponse | boolean | undefined | void>;

export interface TakenAnswer extends AnsweredRequest {
  /** The call would no longer do what the person was shown. */
  readonly isStale: boolean;
}
