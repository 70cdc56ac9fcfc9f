import type { SpecExecutor } from '../executors/spec-executor.ts';

/** Counts the tools that use an executor, and shuts it down with the last of them. A later use starts it again. */
export class ExecutorUses {
  readonly executor: SpecExecutor;
  #uses = 0;

  constructor(executor: SpecExecutor) {
    this.executor = executor;
  }

  begin(): void {
    this.#uses++;
  }

  async end(): Promise<void> {
    this.#uses--;
    if (this.#uses === 0) await this.executor.shutdown?.();
  }
}
