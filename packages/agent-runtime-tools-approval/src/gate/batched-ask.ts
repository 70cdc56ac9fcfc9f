import type { ApprovalRequest, ApprovalResponse } from './approval-request.ts';
import type { AskPerson } from './approval-gate.ts';
import { principalIdOf } from './waiting-requests.ts';

/** Asks about several requests at once: one answer for each, in any order, by its id. */
export type AskAll = (
  requests: readonly ApprovalRequest[],
  options: { readonly signal: AbortSignal },
) => Answers | Promise<Answers>;

type Answers = ReadonlyMap<string, ApprovalResponse> | Readonly<Record<string, ApprovalResponse>>;

/**
 * Collects what one principal is asked within one moment, or about one batch of calls, and asks about it together:
 * nobody is shown what is another's. A request without an answer is denied.
 */
export class BatchedAsk {
  readonly #askAll: AskAll;
  readonly #momentMs: number;
  readonly #groups = new Map<string, Group>();
  readonly #expected = new WeakMap<ApprovalRequest, ExpectedBatch>();

  constructor(askAll: AskAll, momentMs = 10) {
    this.#askAll = askAll;
    this.#momentMs = momentMs;
  }

  /** Says that a request is one of several of the same batch of calls, which are all on their way. */
  expect(request: ApprovalRequest, batch: ExpectedBatch): void {
    this.#expected.set(request, batch);
  }

  readonly ask: AskPerson = (request, { signal }) =>
    new Promise((resolve, reject) => {
      const expected = this.#expected.get(request);
      const key = JSON.stringify([principalIdOf(request), expected?.batchId]);
      const group = this.#groups.get(key) ?? this.#start(key, expected === undefined ? this.#momentMs : MAX_MS);
      group.asked.push({ request, signal, resolve, reject });
      if (group.asked.length === expected?.count) group.present();
    });

  #start(key: string, longestMs: number): Group {
    const present = (): void => {
      clearTimeout(timer);
      this.#groups.delete(key);
      const waiting = group.asked.filter(({ signal }) => !signal.aborted);
      void this.#present(waiting.toSorted((a, b) => this.#orderOf(a) - this.#orderOf(b)));
    };
    // What is expected may have been withdrawn on its way.
    const timer = setTimeout(present, longestMs);
    const group: Group = { asked: [], present };
    this.#groups.set(key, group);
    return group;
  }

  #orderOf({ request }: Asked): number {
    return this.#expected.get(request)?.order ?? 0;
  }

  async #present(asked: readonly Asked[]): Promise<void> {
    if (asked.length === 0) return;
    try {
      const answers = await this.#askAll(
        asked.map(({ request }) => request),
        { signal: allOf(asked.map(({ signal }) => signal)) },
      );
      for (const { request, resolve } of asked) resolve(answerTo(answers, request.id) ?? { approved: false });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** The batch that a request belongs to, how many of it there are, and which of them it is. */
export interface ExpectedBatch {
  readonly batchId: string;
  readonly count: number;
  readonly order: number;
}

interface Group {
  readonly asked: Asked[];
  readonly present: () => void;
}

interface Asked {
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

/** Fires when none of them matters any more. */
function allOf(signals: readonly AbortSignal[]): AbortSignal {
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

/** How long the questions of a batch wait for each other. */
const MAX_MS = 1000;
