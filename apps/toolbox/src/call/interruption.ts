import { constants } from 'node:os';

/** Handles Ctrl-C, SIGTERM and SIGHUP: the first signal aborts the call, the second one ends the process. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #onSignal = (signal: NodeJS.Signals): void => this.#interrupt(signal);

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves at the first signal. */
  aborted(): Promise<void> {
    return new Promise((resolve) => {
      if (this.signal.aborted) resolve();
      this.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** Aborts the call for another reason. */
  interrupt(reason: string): void {
    this.#controller.abort(reason);
  }

  /** Restores the default handling of the signals. */
  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  #interrupt(signal: NodeJS.Signals): void {
    if (this.signal.aborted) process.exit(128 + constants.signals[signal]);
    this.#controller.abort(signal === 'SIGINT' ? 'interrupted' : `ended by ${signal}`);
  }
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
