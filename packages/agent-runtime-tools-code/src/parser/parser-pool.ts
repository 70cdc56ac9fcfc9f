import { availableParallelism } from 'node:os';
import { FairSemaphore, type Owner } from '@ku0/agent-runtime-tools-core';
import type { OperationName, ParseAnswer, ParserOperations, SourceText } from './parse-task.ts';
import { ParserWorker } from './parser-worker.ts';

/**
 * Runs parser operations in a few processes, which start with the first file and end when they are idle. Requests wait in
 * turns between principals, so that nobody waits behind all files of somebody else.
 */
export class ParserPool {
  /** The number of requests that run at once. */
  readonly size = Math.max(1, Math.min(MAX_PROCESSES, availableParallelism()));
  readonly #turns = new FairSemaphore({ limit: this.size, maxQueue: MAX_WAITING });
  readonly #all: ParserWorker[] = [];
  readonly #free: ParserWorker[] = [];

  /** One answer per source, in order. A file that crashes the parser gets an answer that says so; the others are not affected. */
  async run<Name extends OperationName>(
    operation: Name,
    sources: readonly SourceText[],
    run: ParserRunOptions<ParserOperations[Name]['options']>,
  ): Promise<ParseAnswer<ParserOperations[Name]['value']>[]> {
    const answers = await this.#runOnce(operation, sources, run, BATCH_TIMEOUT_MS);
    if (answers !== undefined) return answers;
    if (sources.length <= 1) return sources.map(() => crashed());
    const single: ParseAnswer<ParserOperations[Name]['value']>[] = [];
    // Each file waits for its turn again: a batch of files that take too long must not keep a process for minutes.
    for (const source of sources) {
      const answer = await this.#runOnce(operation, [source], run, FILE_TIMEOUT_MS);
      single.push(answer?.[0] ?? crashed());
    }
    return single;
  }

  /** Starts one process ahead of the first request. */
  warmUp(): void {
    if (this.#all.length === 0) this.#free.push(this.#createWorker());
    this.#free.at(-1)?.warmUp();
  }

  /** Ends the processes. A later request starts them again. */
  stop(): void {
    for (const worker of this.#all) worker.stop();
  }

  /** Undefined if the parser crashed or took too long. */
  async #runOnce<Name extends OperationName>(
    operation: Name,
    sources: readonly SourceText[],
    { options, owner = {}, signal }: ParserRunOptions<ParserOperations[Name]['options']>,
    timeoutMs: number,
  ): Promise<ParseAnswer<ParserOperations[Name]['value']>[] | undefined> {
    const turn = await this.#turns.acquire({ principalId: '', taskId: '', ...owner }, { signal });
    const worker = this.#free.pop() ?? this.#createWorker();
    try {
      const answers = await worker.run({ operation, options, sources }, { timeoutMs, signal });
      return answers as ParseAnswer<ParserOperations[Name]['value']>[] | undefined;
    } finally {
      this.#free.push(worker);
      turn.release();
    }
  }

  #createWorker(): ParserWorker {
    const worker = new ParserWorker();
    this.#all.push(worker);
    return worker;
  }
}

interface ParserRunOptions<Options> {
  readonly options: Options;
  /** On whose behalf the files are parsed. */
  readonly owner?: Partial<Owner> | undefined;
  readonly signal?: AbortSignal | undefined;
}

const MAX_PROCESSES = 4;
const MAX_WAITING = 4096;
const BATCH_TIMEOUT_MS = 30_000;
const FILE_TIMEOUT_MS = 10_000;

function crashed(): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: 'The parser could not read this file: it is nested too deeply or takes too long.' };
}
