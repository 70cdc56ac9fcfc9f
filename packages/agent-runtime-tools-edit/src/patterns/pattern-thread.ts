import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { coreErrors, printable, ToolFailure, type ToolError } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import { editErrors, refuse } from '../errors.ts';
import type { PatternAnswer, PatternJob } from './pattern-job.ts';

export interface PatternThreadOptions {
  /** For all the jobs together. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a caller's patterns in a thread that is ended when they take too long, need too much memory, or the call is
 * cancelled: the event loop of the host stays free. `await using` ends the thread.
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
    if (signal.aborted) refuse(coreErrors.CANCELLED());
    if (this.#worker === undefined) {
      this.#worker = startWorker();
      // The time until it is ready does not count: a busy machine is no fault of the pattern.
      await nextAnswer(this.#worker, { timeoutMs: START_MS, signal });
    }
    const startedAt = performance.now();
    this.#worker.postMessage(job, []);
    const answer = await nextAnswer(this.#worker, { timeoutMs: Math.max(1, this.#leftMs), signal });
    this.#leftMs -= performance.now() - startedAt;
    if (answer.kind === 'invalid') return refuse(invalid(answer.message));
    if (answer.kind === 'too-large') return refuse(tooLarge());
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }
}

const START_MS = 60_000;

/** The file beside this one, compiled or not as this one is. */
function startWorker(): Worker {
  const file = new URL(`./pattern-worker${extname(import.meta.url)}`, import.meta.url);
  return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 512 }, execArgv: [] });
}

/** Rejects when the answer does not come in time; whoever made the thread ends it. */
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
    const onError = (error: unknown): void => failWith(broken(error));
    const onExit = (): void => failWith(broken('the thread ended'));
    const timer = setTimeout(() => failWith(editErrors.REGEX_TIMEOUT()), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

function invalid(message: string): ToolError {
  return editErrors.REGEX_INVALID({ message: `The pattern cannot be used: ${printable(message)}.` });
}

function broken(error: unknown): ToolError {
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
