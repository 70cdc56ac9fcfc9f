import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { OutputStream, ProgramOptions } from '../../run-options.ts';

/** Calls the caller's listener until it throws or the program has ended. */
export class OutputListener {
  readonly warnings: string[] = [];
  #listener: ProgramOptions['onOutput'];

  constructor(listener: ProgramOptions['onOutput']) {
    this.#listener = listener;
  }

  /** The returned promise settles when the listener is ready for more. It never rejects. */
  notify(stream: OutputStream, text: Buffer): Promise<void> | undefined {
    if (this.#listener === undefined) return undefined;
    try {
      const pending = this.#listener(stream, text.toString());
      return pending === undefined
        ? undefined
        : Promise.resolve(pending).catch((error: unknown) => this.#failed(error));
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  stop(): void {
    this.#listener = undefined;
  }

  #failed(error: unknown): void {
    this.stop();
    this.warnings.push(`The output listener failed: ${errorMessage(error)}`);
  }
}

/** Waits for two consumers; undefined if neither is busy. */
export function whenBothAreReady(
  one: Promise<void> | undefined,
  other: Promise<void> | undefined,
): Promise<unknown> | undefined {
  return one !== undefined && other !== undefined ? Promise.all([one, other]) : (one ?? other);
}
