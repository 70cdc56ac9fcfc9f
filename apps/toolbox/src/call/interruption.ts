import { constants } from 'node:os';

/** Ctrl-C and its kin: the first one asks the call to stop, the second one ends the process. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #onSignal = (signal: NodeJS.Signals): void => this.#interrupt(signal);

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Asks the call to stop for another reason. */
  interrupt(reason: string): void {
    this.#controller.abort(reason);
  }

  /** Gives the signals their usual meaning back. */
  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  #interrupt(signal: NodeJS.Signals): void {
    if (this.signal.aborted) process.exit(128 + constants.signals[signal]);
    this.#controller.abort(signal === 'SIGINT' ? 'interrupted' : `ended by ${signal}`);
  }
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
