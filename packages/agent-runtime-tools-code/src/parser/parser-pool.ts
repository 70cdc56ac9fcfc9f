import { availableParallelism } from 'node:os';
import type { OperationName, ParseAnswer, ParserOperations, SourceText } from './parse-task.ts';
import { ParserWorker } from './parser-worker.ts';

/** Runs parser operations in a few processes, which start with the first file and end when they are idle. */
export class ParserPool {
  /** The number of requests that run at once. */
  readonly size = Math.max(1, Math.min(MAX_PROCESSES, availableParallelism()));
  readonly #free: ParserWorker[] = Array.from({ length: this.size }, () => new ParserWorker());
  readonly #all = [...this.#free];
  readonly #waiting: ((worker: ParserWorker) => void)[] = [];

  /** One answer per source, in order. A file that crashes the parser gets an answer that says so; the others are not affected. */
  async run<Name extends OperationName>(
    operation: Name,
    sources: readonly SourceText[],
    {
      options,
      signal,
    }: { readonly options: ParserOperations[Name]['options']; readonly signal?: AbortSignal | undefined },
  ): Promise<ParseAnswer<ParserOperations[Name]['value']>[]> {
    const worker = await this.#acquire();
    try {
      const answers = await worker.run({ operation, options, sources }, { timeoutMs: BATCH_TIMEOUT_MS, signal });
      if (answers !== undefined) return answers as ParseAnswer<ParserOperations[Name]['value']>[];
      const [only] = sources;
      if (sources.length <= 1 || only === undefined) return sources.map(() => crashed());
      const single: ParseAnswer<ParserOperations[Name]['value']>[] = [];
      for (const source of sources) {
        const answer = await worker.run(
          { operation, options, sources: [source] },
          { timeoutMs: FILE_TIMEOUT_MS, signal },
        );
        single.push((answer?.[0] as ParseAnswer<ParserOperations[Name]['value']> | undefined) ?? crashed());
      }
      return single;
    } finally {
      this.#release(worker);
    }
  }

  /** Ends the processes. A later request starts them again. */
  stop(): void {
    for (const worker of this.#all) worker.stop();
  }

  async #acquire(): Promise<ParserWorker> {
    const worker = this.#free.pop();
    return worker ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
  }

  #release(worker: ParserWorker): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(worker);
    else next(worker);
  }
}

const MAX_PROCESSES = 4;
const BATCH_TIMEOUT_MS = 30_000;
const FILE_TIMEOUT_MS = 10_000;

function crashed(): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: 'The parser could not read this file: it is nested too deeply or takes too long.' };
}
