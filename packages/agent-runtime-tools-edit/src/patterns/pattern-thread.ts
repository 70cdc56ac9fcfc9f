import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { coreErrors, printable, ToolFailure, type ToolError } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import { editErrors, throwFailure } from '../errors.ts';
import type { PatternAnswer, PatternJob } from './pattern-job.ts';

export interface PatternThreadOptions {
  /** For all jobs together. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs patterns in a worker thread, so that they never block the event loop. `await using` terminates the thread, also after
 * a pattern took too long, needed too much memory, or the call was cancelled.
 */
export class PatternThread implements AsyncDisposable {
  readonly #signal: AbortSignal;
  #leftMs: number;
  #worker: Worker | undefined;

  constructor({ timeoutMs, signal }: PatternThreadOptions) {
    this.#leftMs = timeoutMs;
    this.#signal = signal;
  }

  /** One job at a time. */
  async run(job: PatternJob): Promise<Exclude<PatternAnswer, { kind: 'invalid' | 'too-large' }>> {
    const signal = this.#signal;
    if (signal.aborted) throwFailure(coreErrors.CANCELLED());
    if (this.#worker === undefined) {
      this.#worker = startWorker();
      // Starting the thread does not count against the time limit.
      await nextAnswer(this.#worker, { timeoutMs: START_MS, signal });
    }
    const startedAt = performance.now();
    this.#worker.postMessage(job, []);
    const answer = await nextAnswer(this.#worker, { timeoutMs: Math.max(1, this.#leftMs), signal });
    this.#leftMs -= performance.now() - startedAt;
    if (answer.kind === 'invalid') return throwFailure(invalidPattern(answer.message));
    if (answer.kind === 'too-large') return throwFailure(tooLarge());
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }
}

const START_MS = 60_000;

/** Starts the worker file beside this one: `.ts` in the sources, `.js` in the built package. */
function startWorker(): Worker {
  const file = new URL(`./pattern-worker${extname(import.meta.url)}`, import.meta.url);
  return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 512 }, execArgv: [] });
}

/** Waits for the next answer. Rejects on timeout, abort or a failure of the thread, and leaves terminating it to the caller. */
function nextAnswer(worker: Worker, { timeoutMs, signal }: PatternThreadOptions): Promise<PatternAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      then();
    };
    const failWith = (error: ToolError): void => settle(() => reject(new ToolFailure(error)));
    const onMessage = (answer: PatternAnswer): void => settle(() => resolve(answer));
    const onAbort = (): void => failWith(coreErrors.CANCELLED());
    const onError = (error: unknown): void => failWith(threadFailure(error));
    const onExit = (): void => failWith(threadFailure('the thread ended'));
    const timer = setTimeout(() => failWith(editErrors.REGEX_TIMEOUT()), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

function invalidPattern(message: string): ToolError {
  return editErrors.REGEX_INVALID({ message: `The pattern cannot be used: ${printable(message)}.` });
}

function threadFailure(error: unknown): ToolError {
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isOutOfMemory) return tooLarge();
  return coreErrors.EXECUTION_ERROR({ message: `The pattern could not be run: ${printable(String(error))}.` });
}

function tooLarge(): ToolError {
  return workspaceErrors.TOO_LARGE({
    message: 'The replacement would make the text larger than the limit.',
    suggestion: 'Replace less at once.',
  });
}
