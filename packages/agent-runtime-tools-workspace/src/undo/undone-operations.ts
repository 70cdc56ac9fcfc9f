import type { ChangeRecord, UndoneChange } from '../transaction/journal/change-record.ts';

/** Which operations of which changes have been undone so far. */
export class UndoneOperations {
  readonly #undone = new Map<string, Set<number>>();
  readonly #left = new Map<string, Set<number> | 'all'>();

  add({ id, operations, left }: UndoneChange): void {
    this.#undone.set(id, new Set([...this.of(id), ...operations]));
    const before = this.#left.get(id);
    if (left === undefined || before === 'all') this.#left.set(id, 'all');
    else this.#left.set(id, new Set([...(before ?? []), ...left]));
  }

  /** The indexes of the operations that were undone. */
  of(id: string): ReadonlySet<number> {
    return this.#undone.get(id) ?? new Set();
  }

  /** Every operation was undone. */
  isUndone({ id, operations }: ChangeRecord): boolean {
    const undone = this.of(id);
    return operations.every((_, index) => undone.has(index));
  }

  /** Every operation was undone, or was tried and could not be. */
  isFinished({ id, operations }: ChangeRecord): boolean {
    const left = this.#left.get(id);
    if (left === undefined) return false;
    return left === 'all' || operations.every((_, index) => left.has(index) || this.of(id).has(index));
  }
}
