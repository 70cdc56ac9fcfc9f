import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { errorMessage, fail, ok, type Clock, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../../errors.ts';
import type { AskPerson } from '../approval-gate.ts';
import { parseResponse, type ApprovalResponse } from '../approval-request.ts';
import { answeredBefore } from '../outcomes.ts';
import type { AcceptedAnswer } from '../pending-records.ts';
import type { AnswerVerdict, GivenAnswer, SharedAnswers } from './shared-answers.ts';
import type { WaitingRequest } from '../waiting-requests.ts';

/** Settles the requests of this process with answers that are given in it. */
export class LocalAnswers {
  readonly #clock: Clock;
  /** Set if answers can also be given in other processes. */
  readonly #shared: SharedAnswers | undefined;

  constructor(clock: Clock, shared: SharedAnswers | undefined) {
    this.#clock = clock;
    this.#shared = shared;
  }

  given(response: ApprovalResponse, by = OWN_NAME): GivenAnswer {
    return { response, source: { id: randomUUID(), by: by.slice(0, MAX_NAME_CHARACTERS), at: this.#clock.now() } };
  }

  /** Asks the host's function. If it throws, the request ends as `failed`. */
  ask(waiting: WaitingRequest, ask: AskPerson, signal: AbortSignal): void {
    const { request, settle } = waiting;
    const failed = (error: unknown): void => void settle({ kind: 'failed', why: errorMessage(error) });
    try {
      Promise.resolve(ask(request, { signal })).then((answer: unknown) => {
        // Undefined means that the answer will come through `answer`.
        if (answer === undefined) return;
        const response = parseResponse(answer);
        if (response === undefined) settle({ kind: 'failed', why: 'the answer is not valid' });
        else void this.#answerUntilStored(waiting, this.given(response), signal);
      }, failed);
    } catch (error) {
      failed(error);
    }
  }

  async answer(waiting: WaitingRequest, given: GivenAnswer): Promise<ToolResult<AcceptedAnswer>> {
    const { request, settle } = waiting;
    const { response, source } = given;
    const verdict: AnswerVerdict =
      this.#shared === undefined
        ? { kind: settle({ kind: 'answered', response, answeredBy: source.by }) ? 'counts' : 'late' }
        : await this.#shared.answer(waiting, given);
    if (verdict.kind === 'unavailable') {
      const message = `The answer could not be stored: ${errorMessage(verdict.error)}`;
      return fail(approvalErrors.STORE_UNAVAILABLE({ message }));
    }
    if (verdict.kind === 'late')
      return fail(verdict.first === undefined ? approvalErrors.REQUEST_NOT_PENDING() : answeredBefore(verdict.first));
    return request.expiresAt <= this.#clock.now()
      ? fail(approvalErrors.REQUEST_NOT_PENDING())
      : ok({ id: request.id, isAwaited: true });
  }

  /** Tries again while the store cannot be used, for as long as the request waits: nobody would repeat the answer. */
  async #answerUntilStored(waiting: WaitingRequest, given: GivenAnswer, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answered = await this.answer(waiting, given);
      if (answered.ok || answered.error.code !== 'STORE_UNAVAILABLE') return;
      await this.#pause(signal);
    }
  }

  #pause(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#clock.schedule(resolve, RETRY_MS);
      const onAbort = (): void => {
        stop();
        resolve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}

const RETRY_MS = 1000;
const MAX_NAME_CHARACTERS = 200;
const OWN_NAME = `process ${process.pid} on ${hostname()}`;
