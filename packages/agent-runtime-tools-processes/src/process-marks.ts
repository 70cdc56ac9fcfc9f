import { randomBytes } from 'node:crypto';

/** The variable that carries the marks. */
export const MARK_VARIABLE = 'TOOLBOX_PROCESS_MARK';

/**
 * Marks that tell the descendants of one program from all others, carried in their environment. A program that
 * itself starts programs in this way adds its own marks after ours, so that both still find theirs.
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
