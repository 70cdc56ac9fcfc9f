import { randomBytes } from 'node:crypto';

/** The environment variable that contains the marks. */
export const MARK_VARIABLE = 'TOOLBOX_PROCESS_MARK';

/**
 * Creates one mark per program. The mark is in the environment of the program and of its descendants and identifies them. A
 * program that uses this package itself appends its own marks, so both services find their descendants:
 *
 *     TOOLBOX_PROCESS_MARK=outer.1;        in a program started here
 *     TOOLBOX_PROCESS_MARK=outer.1;inner.4;  in a program that it started with this package
 */
export class ProcessMarks {
  readonly #prefix = randomBytes(9).toString('base64url');
  readonly #inherited = process.env[MARK_VARIABLE] ?? '';
  #count = 0;

  next(): string {
    this.#count += 1;
    return `${this.#prefix}.${this.#count};`;
  }

  valueWith(mark: string): string {
    return this.#inherited + mark;
  }
}
