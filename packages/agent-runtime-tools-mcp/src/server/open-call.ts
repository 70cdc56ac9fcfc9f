import { randomUUID } from 'node:crypto';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import type { ClientCapabilities, InputRequest } from '@modelcontextprotocol/server';
import type { SendToClient } from './client-requests.ts';

/** The next thing that a client hears about its call: requests that it must answer, or the result. */
export type CallStep =
  | { readonly kind: 'requests'; readonly requests: Readonly<Record<string, InputRequest>> }
  | { readonly kind: 'outcome'; readonly outcome: CallOutcome };

export interface CallOutcome {
  readonly result: ToolResult;
  /** A capability that the call needed, and the client has not declared. */
  readonly missing?: ClientCapabilities;
}

interface PendingRequest {
  readonly key: string;
  readonly request: InputRequest;
  /** Returns false if this is no answer to the request. */
  readonly answer: (value: unknown) => boolean;
  readonly fail: (reason: Error) => void;
}

/** Who may answer the questions of a call: only a call of the same tool, by the same principal. */
export interface CallOwner {
  readonly toolName: string;
  readonly principalId: string | undefined;
}

/** Answers by the keys of the requests, as clients send them. */
export type ClientAnswers = Readonly<Record<string, unknown>>;

/**
 * A call that may request something of its client. Such a request ends the client's own request; the client answers with
 * another one, and the call goes on:
 *
 *   request 1  starts the call     -> a question
 *   request 2  answers it          -> the result
 */
export class OpenCall implements CallOwner {
  readonly callId: string;
  readonly toolName: string;
  readonly principalId: string | undefined;
  readonly #controller = new AbortController();
  readonly #pending: PendingRequest[] = [];
  readonly #early: Map<string, unknown>;
  #outcome: CallOutcome | undefined;
  #changed = Promise.withResolvers<void>();

  /** `early` are answers to named requests that the call has not made yet. */
  constructor(callId: string, { toolName, principalId }: CallOwner, early: ClientAnswers = {}) {
    this.callId = callId;
    this.toolName = toolName;
    this.principalId = principalId;
    this.#early = new Map(Object.entries(early));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly send: SendToClient = (request, readAnswer, { key = randomUUID(), signal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true || this.signal.aborted) return reject(asError(signal?.reason ?? this.signal.reason));
      if (this.#pending.some((other) => other.key === key))
        return reject(new Error(`There is an open request "${key}" already.`));
      const early = readAnswer(this.#early.get(key));
      // An answer counts once: a tool that asks again wants another one.
      this.#early.delete(key);
      if (early !== undefined) return resolve(early);
      const pending: PendingRequest = {
        key,
        request,
        answer(value) {
          const read = readAnswer(value);
          if (read !== undefined) resolve(read);
          return read !== undefined;
        },
        fail: reject,
      };
      this.#pending.push(pending);
      signal?.addEventListener('abort', () => this.#withdraw(pending, signal.reason), { once: true });
      this.#changed.resolve();
    });

  run(execute: () => Promise<CallOutcome>): void {
    void execute().then((outcome) => {
      this.#outcome = outcome;
      this.#changed.resolve();
    });
  }

  /** Waits for the next requests or the result. While it waits, `signal` cancels the call. */
  async next(signal: AbortSignal): Promise<CallStep> {
    const cancel = (): void => this.#abort(asError(signal.reason));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      for (;;) {
        if (this.#outcome !== undefined) return { kind: 'outcome', outcome: this.#outcome };
        if (this.#pending.length > 0)
          return {
            kind: 'requests',
            requests: Object.fromEntries(this.#pending.map(({ key, request }) => [key, request])),
          };
        await this.#changed.promise;
        this.#changed = Promise.withResolvers();
      }
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Takes the client's answers. A request without one stays open and is sent again. */
  answer(answers: ClientAnswers = {}): void {
    for (const pending of this.#pending.splice(0))
      if (!Object.hasOwn(answers, pending.key) || !pending.answer(answers[pending.key])) this.#pending.push(pending);
  }

  cancel(reason: string): void {
    this.#abort(new Error(reason));
  }

  #abort(reason: Error): void {
    this.#controller.abort(reason);
    for (const pending of this.#pending.splice(0)) pending.fail(reason);
  }

  #withdraw(pending: PendingRequest, reason: unknown): void {
    const at = this.#pending.indexOf(pending);
    if (at >= 0) this.#pending.splice(at, 1);
    pending.fail(asError(reason));
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was withdrawn.');
}
