import type { ApprovalRequest, ApprovalResponse } from './approval-request.ts';
import type { AskPerson } from './approval-gate.ts';
import { principalIdOf } from './waiting-requests.ts';

/** Asks about several requests at once. The answers are keyed by request id, in any order. */
export type AskAll = (
  requests: readonly ApprovalRequest[],
  options: { readonly signal: AbortSignal },
) => Answers | Promise<Answers>;

type Answers = ReadonlyMap<string, ApprovalResponse> | Readonly<Record<string, ApprovalResponse>>;

/**
 * Collects the requests of one principal that arrive within a short window, or that belong to one batch of calls, and asks
 * about them together. Requests of different principals are never mixed. A request without an answer is denied.
 */
export class BatchedAsk {
  readonly #askAll: AskAll;
  readonly #windowMs: number;
  readonly #groups = new Map<string, Group>();
  readonly #expected = new WeakMap<ApprovalRequest, ExpectedBatch>();

  constructor(askAll: AskAll, windowMs = 10) {
    this.#askAll = askAll;
    this.#windowMs = windowMs;
  }

  /** Announces that a request belongs to a batch whose other requests will follow. */
  expect(request: ApprovalRequest, batch: ExpectedBatch): void {
    this.#expected.set(request, batch);
  }

  readonly ask: AskPerson = (request, { signal }) =>
    new Promise((resolve, reject) => {
      const expected = this.#expected.get(request);
      const key = JSON.stringify([principalIdOf(request), expected?.batchId]);
      const group =
        this.#groups.get(key) ?? this.#start(key, expected === undefined ? this.#windowMs : MAX_BATCH_WAIT_MS);
      group.asked.push({ request, signal, resolve, reject });
      if (group.asked.length === expected?.count) group.present();
    });

  #start(key: string, waitMs: number): Group {
    const present = (): void => {
      clearTimeout(timer);
      this.#groups.delete(key);
      const waiting = group.asked.filter(({ signal }) => !signal.aborted);
      void this.#askTogether(waiting.toSorted((a, b) => this.#orderOf(a) - this.#orderOf(b)));
    };
    // An expected request may be withdrawn before it arrives.
    const timer = setTimeout(present, waitMs);
    const group: Group = { asked: [], present };
    this.#groups.set(key, group);
    return group;
  }

  #orderOf({ request }: Question): number {
    return this.#expected.get(request)?.order ?? 0;
  }

  async #askTogether(asked: readonly Question[]): Promise<void> {
    if (asked.length === 0) return;
    try {
      const answers = await this.#askAll(
        asked.map(({ request }) => request),
        { signal: whenAllAborted(asked.map(({ signal }) => signal)) },
      );
      for (const { request, resolve } of asked) resolve(answerTo(answers, request.id) ?? { approved: false });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** The batch that a request belongs to, the number of its requests, and the position of this one. */
export interface ExpectedBatch {
  readonly batchId: string;
  readonly count: number;
  readonly order: number;
}

interface Group {
  readonly asked: Question[];
  readonly present: () => void;
}

interface Question {
  readonly request: ApprovalRequest;
  readonly signal: AbortSignal;
  readonly resolve: (response: ApprovalResponse) => void;
  readonly reject: (error: unknown) => void;
}

function answerTo(answers: Answers, id: string): ApprovalResponse | undefined {
  const entries: Iterable<readonly [string, ApprovalResponse]> = isMap(answers) ? answers : Object.entries(answers);
  for (const [key, answer] of entries) if (key === id) return answer;
  return undefined;
}

function isMap(answers: Answers): answers is ReadonlyMap<string, ApprovalResponse> {
  return answers instanceof Map;
}

/** A signal that fires when all the given signals have fired. */
function whenAllAborted(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  let left = signals.length;
  for (const signal of signals) {
    const done = (): void => {
      if (--left === 0) controller.abort();
    };
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  }
  return controller.signal;
}

/** How long the requests of a batch wait for each other. */
const MAX_BATCH_WAIT_MS = 1000;
