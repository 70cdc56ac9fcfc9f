import type { BatchState, JudgeInTurn } from '../contracts/tool-context.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import type { Call } from '../pipeline/call/call.ts';
import { middlewareFailed } from '../pipeline/middleware-stage.ts';
import { fail } from '../authoring/result.ts';
import { onAbort } from '../runtime/on-abort.ts';

/** The calls of one batch, as far as they have to wait for each other before they are asked about or run. */
export class Batch {
  readonly id: string;
  readonly size: number;
  /** Calls that are still being judged; the batch itself counts until all of them have begun. */
  #judging = 1;
  #judged: PromiseWithResolvers<void> | undefined = undefined;

  constructor(id: string, size: number) {
    this.id = id;
    this.size = size;
  }

  /** A call begins to be judged. To be followed by one `leave`. */
  enter(): void {
    this.#judging++;
  }

  leave(): void {
    this.#judging--;
    if (this.#judging === 0) this.#judged?.resolve();
  }

  /** Every call that could be judged has been, or has a question. Undefined when it is so already. */
  allJudged(): Promise<void> | undefined {
    if (this.#judging === 0) return undefined;
    this.#judged ??= Promise.withResolvers();
    return this.#judged.promise;
  }
}

/** One call's place in its batch. */
export class BatchPlace {
  readonly batch: Batch;
  /** The end of the earlier calls that this one conflicts with; undefined when there are none, or no longer. */
  earlier: Promise<unknown> | undefined;
  /** The tool has said ahead whether the call needs approval: it is to be asked again. */
  wasAhead: boolean;
  #judges: JudgeInTurn[] | undefined = undefined;
  #turn: Promise<void> | undefined = undefined;
  #decided: (() => Promise<ToolResult>) | undefined = undefined;
  #isBeingDecided = false;
  #isJudging: boolean;

  /** `ahead`: the call is judged before earlier ones that it conflicts with have ended, and counts in the batch. */
  constructor(batch: Batch, { ahead, earlier }: { ahead: boolean; earlier: Promise<unknown> | undefined }) {
    this.batch = batch;
    this.earlier = earlier;
    this.wasAhead = earlier !== undefined;
    this.#isJudging = ahead;
    if (ahead) batch.enter();
  }

  /** The call has a question, goes on to its tool or has ended: the others' questions need not wait for it. */
  judged(): void {
    if (!this.#isJudging) return;
    this.#isJudging = false;
    this.batch.leave();
  }

  /** What the call's context shows of its batch. */
  stateFor(call: Call): BatchState {
    const { id, size } = this.batch;
    return {
      id,
      size,
      isAhead: this.earlier !== undefined,
      allJudged: () => this.allJudged(call),
      turn: () => this.turn(call),
      judgeInTurn: (judge) => {
        if (this.earlier !== undefined) (this.#judges ??= []).push(judge);
      },
    };
  }

  /** Resolves when the whole batch has been judged, or when the call has been stopped. */
  async allJudged(call: Call): Promise<void> {
    this.judged();
    await orAborted(call, this.batch.allJudged());
  }

  /** Resolves when it is the call's turn to run, or when it has been stopped: whether it may go on as judged so far. */
  async turn(call: Call): Promise<boolean> {
    this.judged();
    await (this.#turn ??= this.#untilTurn(call));
    return this.#decided === undefined || this.#isBeingDecided;
  }

  async #untilTurn(call: Call): Promise<void> {
    await orAborted(call, this.earlier);
    const stop = this.earlier && call.runtime.turns.stopOf(call);
    if (stop !== undefined) this.#decided = () => Promise.resolve(fail(stop));
    for (const judge of this.#judges ?? []) {
      if (call.cause !== undefined || this.#decided !== undefined) break;
      this.#decided = await decisionOf(judge, call);
    }
    this.earlier = undefined;
  }

  /**
   * What becomes of the call in place of going on, where it was judged otherwise in its turn; undefined where it goes on,
   * also when that is what the other judgement has led to.
   */
  decided(): Promise<ToolResult> | undefined {
    if (this.#decided === undefined || this.#isBeingDecided) return undefined;
    this.#isBeingDecided = true;
    return this.#decided().finally(() => {
      this.#isBeingDecided = false;
    });
  }
}

/** Never rejects: a judge that fails has decided that the call does. */
async function decisionOf(judge: JudgeInTurn, call: Call): ReturnType<JudgeInTurn> {
  try {
    return await judge();
  } catch (error) {
    return () => Promise.resolve(middlewareFailed(call, error));
  }
}

async function orAborted(call: Call, promise: Promise<unknown> | undefined): Promise<void> {
  if (promise === undefined || call.cause !== undefined) return;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const unfollow = onAbort(call.signal, resolve);
  await Promise.race([promise, aborted]);
  unfollow();
}
