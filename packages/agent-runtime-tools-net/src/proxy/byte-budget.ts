import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { netErrors } from '../errors.ts';

/** What all connections of a proxy may receive together until it is renewed. */
export class ByteBudget {
  readonly #total: number;
  #left: number;

  constructor(total: number) {
    this.#total = total;
    this.#left = total;
  }

  renew(): void {
    this.#left = this.#total;
  }

  /** Throws a ToolFailure with `TOO_LARGE` if more has been received than there was. */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0)
      throw new ToolFailure(
        netErrors.TOO_LARGE({ message: `More than ${this.#total} bytes were received in a row.`, suggestion: WAIT }),
      );
  }
}

const WAIT = 'Use a page that needs less.';
