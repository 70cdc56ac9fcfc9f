import { fail, ok, systemClock, type Clock, type Owner, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../errors.ts';
import type { ApprovalStore } from '../stores/approval-store.ts';
import { parseResponse, type ApprovalRequest, type ApprovalResponse } from './approval-request.ts';
import { PendingRecords, type AnsweredRequest } from './pending-records.ts';
import { principalIdOf, WaitingRequests, type PendingLimits } from './waiting-requests.ts';

export interface ApprovalGateOptions {
  /** How long a request waits before it is denied. Default five minutes. */
  readonly timeoutMs?: number;
  /** Keeps what is pending, so that a process that restarts finds it. */
  readonly store?: ApprovalStore;
  readonly clock?: Clock;
  /** More than this at once are denied. Default 1,000. */
  readonly maxPending?: number;
  /** So are more than this of one principal. Default 200. */
  readonly maxPendingPerPrincipal?: number;
  /** And what would take more memory than this, in bytes. Default 256 MiB. */
  readonly maxPendingBytes?: number;
  /** The same for one principal. Default 64 MiB. */
  readonly maxPendingBytesPerPrincipal?: number;
}

/** How a request ended. */
export type GateOutcome =
  | { readonly kind: 'answered'; readonly response: ApprovalResponse }
  | { readonly kind: 'timeout' | 'cancelled' | 'full' | 'closed' }
  | { readonly kind: 'failed'; readonly why: string };

/** Where requests wait for their answers, each by its own id, in any order. */
export class ApprovalGate {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly #waiting: WaitingRequests;
  readonly #records: PendingRecords | undefined;
  readonly #listeners = new Set<(request: ApprovalRequest) => void>();
  readonly #ending = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: ApprovalGateOptions = {}) {
    const { timeoutMs = 300_000, store, clock = systemClock } = options;
    if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) throw new TypeError('timeoutMs must be a positive number.');
    this.timeoutMs = Math.min(timeoutMs, MAX_MS);
    this.clock = clock;
    this.#waiting = new WaitingRequests(limitsOf(options));
    this.#records = store && new PendingRecords(store, { clock, waiting: this.#waiting });
  }

  /** What waits for an answer now, in this process or left behind by one that is gone: everybody's, or one principal's. */
  pending({ principalId }: PrincipalFilter = {}): readonly ApprovalRequest[] {
    return [...this.#waiting.all().map(({ request }) => request), ...(this.#records?.restored() ?? [])].filter(
      (request) => principalId === undefined || principalIdOf(request) === principalId,
    );
  }

  /** Tells of every new request. Returns the function that ends it. */
  onRequest(listener: (request: ApprovalRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Answers a request. Refused for an id that does not wait: answered, expired, withdrawn, or never given out; with a
   * `principalId` also for a request of another principal.
   */
  async answer(
    id: string,
    response: ApprovalResponse,
    { principalId }: PrincipalFilter = {},
  ): Promise<ToolResult<{ readonly id: string }>> {
    const parsed = parseResponse(response);
    if (parsed === undefined) return fail(approvalErrors.ANSWER_INVALID());
    const isTheirs = (request: ApprovalRequest): boolean =>
      principalId === undefined || principalIdOf(request) === principalId;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      return (await this.#records?.answer(id, parsed, isTheirs)) ?? fail(approvalErrors.REQUEST_NOT_PENDING());
    }
    if (!isTheirs(waiting.request)) return fail(approvalErrors.REQUEST_NOT_PENDING());
    waiting.settle({ kind: 'answered', response: parsed });
    return this.#isExpired(waiting.request) ? fail(approvalErrors.REQUEST_NOT_PENDING()) : ok({ id });
  }

  /**
   * Takes over what processes that are gone left pending, and nothing that waits in one that lives. Returns the
   * requests that may still be answered. To be called again for what is left behind later.
   */
  async restore(): Promise<readonly ApprovalRequest[]> {
    return (await this.#records?.restore()) ?? [];
  }

  /**
   * The answer that a request of a process that is gone was given, for the same call of the same owner when it comes
   * again: once.
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
   * Waits for the answer. Whoever is asked directly answers through `ask`; what it gives is taken like any answer,
   * and if it throws, the request has failed. Never rejects.
   */
  request(request: ApprovalRequest, { key, signal, ask, coordinatorId }: RequestOptions): Promise<GateOutcome> {
    if (this.#isClosed) return Promise.resolve({ kind: 'closed' });
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    return new Promise((resolve) => {
      const withdrawn = new AbortController();
      const onAbort = (): void => settle({ kind: isShutdown(signal.reason) ? 'closed' : 'cancelled' });
      const settle = (outcome: GateOutcome): void => {
        if (this.#waiting.get(request.id)?.settle !== settle) return;
        this.#waiting.delete(request.id);
        if (this.#waiting.size === 0) this.#records?.endLease();
        stopClock();
        signal.removeEventListener('abort', onAbort);
        withdrawn.abort();
        // A machine that slept has not heard its timers.
        const isLate = outcome.kind === 'answered' && this.#isExpired(request);
        // What is not yet kept cannot be forgotten.
        const ended = kept.then(() => this.#records?.[outcome.kind === 'closed' ? 'leave' : 'forget'](request.id));
        this.#ending.add(ended);
        void ended.then(() => {
          this.#ending.delete(ended);
          resolve(isLate ? { kind: 'timeout' } : outcome);
        });
      };
      if (!this.#waiting.add({ request, coordinatorId, settle })) return resolve({ kind: 'full' });
      const stopClock = this.clock.schedule(() => settle({ kind: 'timeout' }), request.expiresAt - this.clock.now());
      const kept = this.#records?.keep({ request, key }) ?? Promise.resolve();
      signal.addEventListener('abort', onAbort, { once: true });
      void kept.then(() => this.#announce(request, settle, ask, withdrawn.signal));
    });
  }

  /**
   * Denies what is pending; what comes later is denied too. With a `coordinatorId`, denies what waits for calls of that
   * coordinator, and nothing else. Stored requests stay until they expire, for a process that restores them: resolved
   * when that is written.
   */
  async close({ coordinatorId }: { readonly coordinatorId?: string } = {}): Promise<void> {
    if (coordinatorId === undefined) this.#isClosed = true;
    for (const waiting of this.#waiting.all()) {
      if (coordinatorId === undefined || waiting.coordinatorId === coordinatorId) waiting.settle({ kind: 'closed' });
    }
    await Promise.all(this.#ending);
  }

  #isExpired({ expiresAt }: ApprovalRequest): boolean {
    return expiresAt <= this.clock.now();
  }

  #announce(
    request: ApprovalRequest,
    settle: (outcome: GateOutcome) => void,
    ask: AskPerson | undefined,
    signal: AbortSignal,
  ): void {
    for (const listener of this.#listeners) {
      try {
        listener(request);
      } catch {
        // Whoever only listens cannot decide anything, also not by failing.
      }
    }
    if (ask === undefined || signal.aborted) return;
    const failed = (error: unknown): void =>
      settle({ kind: 'failed', why: error instanceof Error ? error.message : String(error) });
    try {
      Promise.resolve(ask(request, { signal })).then((answer: unknown) => {
        // Nothing means that the answer comes through `answer`.
        if (answer === undefined) return;
        const response = parseResponse(answer);
        settle(response === undefined ? { kind: 'failed', why: 'the answer is none' } : { kind: 'answered', response });
      }, failed);
    } catch (error) {
      failed(error);
    }
  }
}

export interface RequestOptions {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly ask?: AskPerson | undefined;
  /** Of the call that waits. */
  readonly coordinatorId?: string | undefined;
}

/** Of one principal alone; without one, of all. */
export interface PrincipalFilter {
  readonly principalId?: string;
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

/** The tools are shut down: whoever asked may come again in another process. */
function isShutdown(reason: unknown): boolean {
  return typeof reason === 'object' && reason !== null && 'code' in reason && reason.code === 'SHUT_DOWN';
}

const MIB = 1024 * 1024;

/** A hundred years: what has no end cannot be stored. */
const MAX_MS = 100 * 365 * 24 * 3_600_000;

/** Asks a person. The signal fires when the answer no longer matters. Nothing means: answered later, through the gate. */
export type AskPerson = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => ApprovalResponse | boolean | undefined | void | Promise<ApprovalResponse | boolean | undefined | void>;

export interface TakenAnswer extends AnsweredRequest {
  /** What the person saw is no longer what would run. */
  readonly isStale: boolean;
}
