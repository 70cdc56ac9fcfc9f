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
 * Collects what one principal is asked within one moment and asks about it together: nobody is shown what is another's.
 * A request without an answer is denied.
 */
export function batchedAsk(askAll: AskAll, momentMs = 10): AskPerson {
  const batches = new Map<string, Batch>();
  return (request, { signal }) =>
    new Promise((resolve, reject) => {
      const principalId = principalIdOf(request);
      const batch = batches.get(principalId) ?? startBatch(principalId);
      batch.push({ request, signal, resolve, reject });
    });

  function startBatch(principalId: string): Batch {
    const started: Batch = [];
    batches.set(principalId, started);
    setTimeout(() => {
      batches.delete(principalId);
      void present(started.filter(({ signal }) => !signal.aborted));
    }, momentMs);
    return started;
  }

  async function present(asked: Batch): Promise<void> {
    if (asked.length === 0) return;
    try {
      const answers = await askAll(
        asked.map(({ request }) => request),
        { signal: allOf(asked.map(({ signal }) => signal)) },
      );
      for (const { request, resolve } of asked) resolve(answerTo(answers, request.id) ?? { approved: false });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

type Batch = {
  readonly request: ApprovalRequest;
  readonly signal: AbortSignal;
  readonly resolve: (response: ApprovalResponse) => void;
  readonly reject: (error: unknown) => void;
}[];

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
