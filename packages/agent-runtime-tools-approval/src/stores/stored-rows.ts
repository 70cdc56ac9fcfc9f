import { errorMessage, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../errors.ts';

/** Reads the rows of a database. An invalid one is skipped and reported once. */
export class StoredRows {
  readonly problems: string[] = [];
  /** The database, as people know it. */
  readonly #place: string;
  readonly #onProblem: ((problem: string) => void) | undefined;

  constructor(place: string, onProblem: ((problem: string) => void) | undefined) {
    this.#place = place;
    this.#onProblem = onProblem;
  }

  read<T>({ id, body }: { id?: unknown; body?: unknown }, parse: (body: unknown) => T): T[] {
    try {
      return [parse(JSON.parse(String(body)))];
    } catch (error) {
      this.report(`The entry ${JSON.stringify(id)} of ${this.#place} could not be read (${errorMessage(error)}).`);
      return [];
    }
  }

  report(problem: string): void {
    if (this.problems.includes(problem) || this.problems.length >= MAX_PROBLEMS) return;
    this.problems.push(problem);
    this.#onProblem?.(problem);
  }
}

/** An entry as it is stored. Throws a ToolFailure if it is too large. */
export function storedBody(entry: object): string {
  const body = JSON.stringify(entry);
  if (body.length > MAX_BODY_CHARACTERS)
    throw new ToolFailure(approvalErrors.STORE_UNAVAILABLE({ message: 'The entry is too large to be stored.' }));
  return body;
}

const MAX_PROBLEMS = 20;
const MAX_BODY_CHARACTERS = 1024 * 1024;
