import { fail, ok, systemClock, type Clock, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../errors.ts';
import type { ApprovalStore, PendingApproval } from '../stores/approval-store.ts';
import { boundedStore } from '../stores/bounded-store.ts';
import { CLOCK_SLACK_MS } from './approval-memory.ts';
import { parseResponse, type ApprovalRequest, type ApprovalResponse } from './approval-request.ts';

export interface ApprovalGateOptions {
  /** How long a request waits before it is denied. Default five minutes. */
  readonly timeoutMs?: number;
  /** Keeps what is pending, so that a process that restarts finds it. */
  readonly store?: ApprovalStore;
  readonly clock?: Clock;
  /** More than this at once are denied. Default 1,000. */
  readonly maxPending?: number;
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
  readonly #store: ApprovalStore | undefined;
  readonly #maxPending: number;
  readonly #waiting = new Map<string, Waiting>();
  readonly #restored = new Map<string, PendingApproval>();
  readonly #listeners = new Set<(request: ApprovalRequest) => void>();
  #isClosed = false;

  constructor({ timeoutMs = 300_000, store, clock = systemClock, maxPending = 1000 }: ApprovalGateOptions = {}) {
    if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) throw new TypeError('timeoutMs must be a positive number.');
    this.timeoutMs = Math.min(timeoutMs, LONGEST_MS);
    this.clock = clock;
    this.#store = store && boundedStore(store);
    this.#maxPending = maxPending;
  }

  /** What waits for an answer now, in this process or left behind by an earlier one. */
  pending(): readonly ApprovalRequest[] {
    const now = this.clock.now();
    const left = [...this.#restored.values()].filter(({ request }) => isCurrent(request, now));
    return [...this.#waiting.values(), ...left].map(({ request }) => request);
  }

  /** Tells of every new request. Returns the function that ends it. */
  onRequest(listener: (request: ApprovalRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Answers a request. Refused for an id that does not wait: answered, expired, withdrawn, or never given out. */
  async answer(id: string, response: ApprovalResponse): Promise<ToolResult<{ readonly id: string }>> {
    const parsed = parseResponse(response);
    if (parsed === undefined) return fail(approvalErrors.ANSWER_INVALID());
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) {
      waiting.settle({ kind: 'answered', response: parsed });
      return this.#isExpired(waiting.request) ? fail(approvalErrors.REQUEST_NOT_PENDING()) : ok({ id });
    }
    return this.#answerRestored(id, parsed);
  }

  /** Takes over what an earlier process left pending. Returns the requests that may still be answered. */
  async restore(): Promise<readonly ApprovalRequest[]> {
    if (this.#store === undefined) return [];
    for (const pending of await this.#store.pending()) {
      const { request } = pending;
      if (this.#waiting.has(request.id)) continue;
      if (!isCurrent(request, this.clock.now())) await this.#store.takePending(request.id);
      else if (pending.answer === undefined) this.#restored.set(request.id, pending);
    }
    return [...this.#restored.values()].map(({ request }) => request);
  }

  /** The answer that an earlier process's request was given, for the same call when it comes again: once. */
  async takeAnswer(call: { readonly key: string; readonly digest: string }): Promise<TakenAnswer | undefined> {
    if (this.#store === undefined) return undefined;
    const now = this.clock.now();
    for (const pending of await this.#store.pending()) {
      if (pending.answer === undefined || pending.key !== call.key) continue;
      const taken = await this.#store.takePending(pending.request.id);
      if (taken?.answer === undefined || !isCurrent(taken.request, now)) continue;
      return { response: taken.answer, request: taken.request, isStale: taken.request.digest !== call.digest };
    }
    return undefined;
  }

  /**
   * Waits for the answer. Whoever is asked directly answers through `ask`; what it gives is taken like any answer,
   * and if it throws, the request has failed. Never rejects.
   */
  request(
    request: ApprovalRequest,
    { key, signal, ask }: { key: string; signal: AbortSignal; ask?: AskPerson | undefined },
  ): Promise<GateOutcome> {
    if (this.#isClosed) return Promise.resolve({ kind: 'closed' });
    if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
    if (this.#waiting.size >= this.#maxPending) return Promise.resolve({ kind: 'full' });
    return new Promise((resolve) => {
      const withdrawn = new AbortController();
      const onAbort = (): void => settle({ kind: 'cancelled' });
      const settle = (outcome: GateOutcome): void => {
        if (this.#waiting.get(request.id)?.settle !== settle) return;
        this.#waiting.delete(request.id);
        stopClock();
        signal.removeEventListener('abort', onAbort);
        withdrawn.abort();
        // A machine that slept has not heard its timers.
        const isLate = outcome.kind === 'answered' && this.#isExpired(request);
        // What is not yet kept cannot be forgotten.
        void kept.then(() => this.#forget(request.id)).then(() => resolve(isLate ? { kind: 'timeout' } : outcome));
      };
      const kept = this.#keep({ request, key });
      const stopClock = this.clock.schedule(() => settle({ kind: 'timeout' }), request.expiresAt - this.clock.now());
      this.#waiting.set(request.id, { request, settle });
      signal.addEventListener('abort', onAbort, { once: true });
      void kept.then(() => this.#announce(request, settle, ask, withdrawn.signal));
    });
  }

  /** Denies what is pending; what comes later is denied too. Stored requests stay for the next process. */
  close(): void {
    this.#isClosed = true;
    for (const { settle } of this.#waiting.values()) settle({ kind: 'closed' });
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

  async #answerRestored(id: string, answer: ApprovalResponse): Promise<ToolResult<{ readonly id: string }>> {
    const known = this.#restored.get(id);
    this.#restored.delete(id);
    if (known === undefined || !isCurrent(known.request, this.clock.now()) || this.#store === undefined) {
      return fail(approvalErrors.REQUEST_NOT_PENDING());
    }
    try {
      // Another process may have taken it meanwhile.
      const taken = await this.#store.takePending(id);
      if (taken === undefined || taken.answer !== undefined) return fail(approvalErrors.REQUEST_NOT_PENDING());
      await this.#store.putPending({ ...taken, answer });
      return ok({ id });
    } catch (error) {
      const message = `The answer could not be kept: ${error instanceof Error ? error.message : String(error)}`;
      return fail(approvalErrors.STORE_UNAVAILABLE({ message }));
    }
  }

  /** A store that fails costs the request its durability, nothing else. */
  async #keep(pending: PendingApproval): Promise<void> {
    try {
      await this.#store?.putPending(pending);
    } catch {
      // It can still be answered, here.
    }
  }

  async #forget(id: string): Promise<void> {
    try {
      if (!this.#isClosed) await this.#store?.takePending(id);
    } catch {
      // What is left behind expires.
    }
  }
}

/** A request of an earlier process is over when its time is, and when the clock says that it was not made yet. */
function isCurrent({ createdAt, expiresAt }: ApprovalRequest, now: number): boolean {
  return expiresAt > now && !(createdAt > now + CLOCK_SLACK_MS);
}

/** A hundred years: what has no end cannot be stored. */
const LONGEST_MS = 100 * 365 * 24 * 3_600_000;

/** Asks a person. The signal fires when the answer no longer matters. Nothing means: answered later, through the gate. */
export type AskPerson = (
  request: ApprovalRequest,
  options: { readonly signal: AbortSignal },
) => ApprovalResponse | boolean | undefined | void | Promise<ApprovalResponse | boolean | undefined | void>;

export interface TakenAnswer {
  readonly response: ApprovalResponse;
  readonly request: ApprovalRequest;
  /** What the person saw is no longer what would run. */
  readonly isStale: boolean;
}

interface Waiting {
  readonly request: ApprovalRequest;
  readonly settle: (outcome: GateOutcome) => void;
}
