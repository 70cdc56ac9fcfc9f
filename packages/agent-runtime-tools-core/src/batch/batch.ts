import { fail } from '../authoring/result.ts';
import type { BatchState, JudgeInTurn } from '../contracts/tool-context.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import type { Call } from '../pipeline/call/call.ts';
import { middlewareFailed } from '../pipeline/middleware-stage.ts';
import { onAbort } from '../runtime/on-abort.ts';

/** Counts which calls of a batch have been judged, so that all questions of the batch can be asked together. */
export class Batch {
  readonly id: string;
  readonly size: number;
  /** The calls that are still being judged, plus one until every call of the batch has begun. */
  #judging = 1;
  #allJudged: PromiseWithResolvers<void> | undefined = undefined;

  constructor(id: string, size: number) {
    this.id = id;
    this.size = size;
  }

  /** A call begins to be judged. Must be followed by one `judgingEnded`. */
  judgingBegan(): void {
    this.#judging++;
  }

  judgingEnded(): void {
    this.#judging--;
    if (this.#judging === 0) this.#allJudged?.resolve();
  }

  /** Resolves when no call is being judged any more; undefined if that is so already. */
  allJudged(): Promise<void> | undefined {
    if (this.#judging === 0) return undefined;
    this.#allJudged ??= Promise.withResolvers();
    return this.#allJudged.promise;
  }
}

/** One call of a batch: which calls it has to wait for, and how it is judged when its turn comes. */
export class BatchMember {
  readonly batch: Batch;
  /** Resolves when the earlier calls that this one conflicts with have ended; undefined if there are none left. */
  earlierCalls: Promise<unknown> | undefined;
  /** The call was judged before its turn, so `requiresApproval` has to be asked again. */
  judgedAhead: boolean;
  #judges: JudgeInTurn[] | undefined = undefined;
  #turn: Promise<void> | undefined = undefined;
  /** Set if the call was judged differently in its turn: makes the result that replaces the call's own. */
  #replacement: (() => Promise<ToolResult>) | undefined = undefined;
  #isReplacing = false;
  #isBeingJudged: boolean;

  /** `ahead`: the call is judged before its turn, and the questions of the batch wait until it has been. */
  constructor(batch: Batch, { ahead, earlierCalls }: { ahead: boolean; earlierCalls: Promise<unknown> | undefined }) {
    this.batch = batch;
    this.earlierCalls = earlierCalls;
    this.judgedAhead = earlierCalls !== undefined;
    this.#isBeingJudged = ahead;
    if (ahead) batch.judgingBegan();
  }

  /** The call has a question, goes on to its tool or has ended: the other calls' questions need not wait for it. */
  markJudged(): void {
    if (!this.#isBeingJudged) return;
    this.#isBeingJudged = false;
    this.batch.judgingEnded();
  }

  /** The batch as the call's context shows it. */
  stateFor(call: Call): BatchState {
    const { id, size } = this.batch;
    return {
      id,
      size,
      isAhead: this.earlierCalls !== undefined,
      allJudged: () => this.waitForAllJudged(call),
      turn: () => this.waitForTurn(call),
      judgeInTurn: (judge) => {
        if (this.earlierCalls !== undefined) (this.#judges ??= []).push(judge);
      },
    };
  }

  /** Resolves when the whole batch has been judged, or when the call has been stopped. */
  async waitForAllJudged(call: Call): Promise<void> {
    this.markJudged();
    await untilAborted(call, this.batch.allJudged());
  }

  /**
   * Resolves when it is the call's turn to run, or when it has been stopped. The value is false if the call was judged
   * differently in its turn.
   */
  async waitForTurn(call: Call): Promise<boolean> {
    this.markJudged();
    await (this.#turn ??= this.#beginTurn(call));
    return this.#replacement === undefined || this.#isReplacing;
  }

  async #beginTurn(call: Call): Promise<void> {
    await untilAborted(call, this.earlierCalls);
    const stop = this.earlierCalls && call.runtime.turns.stopOf(call);
    if (stop !== undefined) this.#replacement = () => Promise.resolve(fail(stop));
    for (const judge of this.#judges ?? []) {
      if (call.cause !== undefined || this.#replacement !== undefined) break;
      this.#replacement = await runJudge(judge, call);
    }
    this.earlierCalls = undefined;
  }

  /**
   * The result that replaces the call's own if it was judged differently in its turn; otherwise undefined. While that
   * result is being made, which may run the call after all, it is undefined too.
   */
  replacedResult(): Promise<ToolResult> | undefined {
    if (this.#replacement === undefined || this.#isReplacing) return undefined;
    this.#isReplacing = true;
    return this.#replacement().finally(() => {
      this.#isReplacing = false;
    });
  }
}

/** Never rejects: if a judge fails, the call fails. */
async function runJudge(judge: JudgeInTurn, call: Call): ReturnType<JudgeInTurn> {
  try {
    return await judge();
  } catch (error) {
    return () => Promise.resolve(middlewareFailed(call, error));
  }
}

/** Waits for the promise, but no longer than until the call is stopped. */
async function untilAborted(call: Call, promise: Promise<unknown> | undefined): Promise<void> {
  if (promise === undefined || call.cause !== undefined) return;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const unsubscribe = onAbort(call.signal, resolve);
  await Promise.race([promise, aborted]);
  unsubscribe();
}
