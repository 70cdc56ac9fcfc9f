import { randomUUID } from 'node:crypto';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import type { Elicit } from './client-questions.ts';

/** The next thing that a client hears about its call: a question that it must answer, or the result. */
export type CallStep =
  | { readonly kind: 'question'; readonly key: string; readonly params: Parameters<Elicit>[0] }
  | { readonly kind: 'result'; readonly result: ToolResult };

interface Question {
  readonly key: string;
  readonly params: Parameters<Elicit>[0];
  readonly answer: (result: Awaited<ReturnType<Elicit>>) => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * A call that may ask its client questions. A question ends the client's request; the client answers with another request,
 * and the call goes on:
 *
 *   request 1  starts the call     -> question
 *   request 2  answers it          -> result
 */
export class OpenCall {
  /** Identifies the call in later requests. Cannot be guessed. */
  readonly id = randomUUID();
  readonly callId = `mcp-${randomUUID()}`;
  readonly toolName: string;
  readonly principalId: string | undefined;
  readonly #controller = new AbortController();
  readonly #questions: Question[] = [];
  #result: ToolResult | undefined;
  #changed = Promise.withResolvers<void>();

  constructor(toolName: string, principalId: string | undefined) {
    this.toolName = toolName;
    this.principalId = principalId;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly elicit: Elicit = (params, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(asError(signal.reason));
      const question: Question = { key: randomUUID(), params, answer: resolve, fail: reject };
      this.#questions.push(question);
      signal?.addEventListener('abort', () => this.#withdraw(question, signal.reason), { once: true });
      this.#changed.resolve();
    });

  run(execute: () => Promise<ToolResult>): void {
    void execute().then((result) => {
      this.#result = result;
      this.#changed.resolve();
    });
  }

  /** Waits for the next question or the result. While it waits, `signal` cancels the call. */
  async next(signal: AbortSignal): Promise<CallStep> {
    const cancel = (): void => this.#controller.abort(signal.reason);
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      for (;;) {
        if (this.#result !== undefined) return { kind: 'result', result: this.#result };
        const question = this.#questions[0];
        if (question !== undefined) return { kind: 'question', key: question.key, params: question.params };
        await this.#changed.promise;
        this.#changed = Promise.withResolvers();
      }
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Takes the client's answers. A question without an answer stays open and is asked again. */
  answer(responses: Readonly<Record<string, unknown>> | undefined): void {
    for (const question of this.#questions.splice(0)) {
      const response = responses?.[question.key];
      if (isElicitResult(response)) question.answer(response);
      else this.#questions.push(question);
    }
  }

  cancel(reason: string): void {
    this.#controller.abort(new Error(reason));
  }

  #withdraw(question: Question, reason: unknown): void {
    const at = this.#questions.indexOf(question);
    if (at >= 0) this.#questions.splice(at, 1);
    question.fail(asError(reason));
  }
}

function isElicitResult(value: unknown): value is Awaited<ReturnType<Elicit>> {
  if (typeof value !== 'object' || value === null || !('action' in value)) return false;
  return value.action === 'accept' || value.action === 'decline' || value.action === 'cancel';
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The question was withdrawn.');
}
