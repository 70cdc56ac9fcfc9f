import type { ChangeRecord, UndoneChange } from '../transaction/journal/change-record.ts';

/** What has been undone so far of the changes that were made. */
export class UndoneParts {
  readonly #undone = new Map<string, Set<number>>();
  readonly #left = new Map<string, Set<number> | 'all'>();

  add({ id, operations, left }: UndoneChange): void {
    this.#undone.set(id, new Set([...this.of(id), ...operations]));
    const before = this.#left.get(id);
    if (left === undefined || before === 'all') this.#left.set(id, 'all');
    else this.#left.set(id, new Set([...(before ?? []), ...left]));
  }

  /** Positions of the operations that were taken back. */
  of(id: string): ReadonlySet<number> {
    return this.#undone.get(id) ?? new Set();
  }

  /** Every part of it was taken back, or was tried and had to stay. */
  isDoneWith({ id, operations }: ChangeRecord): boolean {
    const left = this.#left.get(id);
    if (left === undefined) return false;
    return left === 'all' || operations.every((_, index) => left.has(index) || this.of(id).has(index));
  }
}
