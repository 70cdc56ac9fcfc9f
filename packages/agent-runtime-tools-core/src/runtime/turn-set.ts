import { textHashNumber } from '../text/text-hash.ts';

/**
 * A set of turns (those with a rejected call, or those that were stopped) of bounded size that errs on the strict side:
 * it may report a turn that was never added, but never misses one that was.
 *
 *     one owner adds more than `maxPerOwner` turns:  all turns of that owner count as added, except a turn begun since
 *     more than `maxOwners` owners have added some:  the oldest owner is only remembered as a bit of a Bloom filter, and
 *                                                    all turns of owners with that bit count as added
 */
export class TurnSet {
  readonly #maxOwners: number;
  readonly #maxPerOwner: number;
  readonly #byOwner = new Map<string, OwnerTurns>();
  /** A Bloom filter with one hash: the owners whose turns were dropped. */
  #droppedOwners: Uint32Array | undefined = undefined;

  constructor({ maxOwners = 65_536, maxPerOwner = 1024 }: { maxOwners?: number; maxPerOwner?: number } = {}) {
    this.#maxOwners = maxOwners;
    this.#maxPerOwner = maxPerOwner;
  }

  add(owner: string, turnId: string): void {
    const known = this.#of(owner);
    if (known.exceptTurn === turnId) known.exceptTurn = undefined;
    known.turns.add(turnId);
    if (known.turns.size <= this.#maxPerOwner) return;
    for (const oldest of known.turns) {
      known.turns.delete(oldest);
      break;
    }
    known.includesAll = true;
  }

  has(owner: string, turnId: string): boolean {
    const known = this.#byOwner.get(owner);
    if (known === undefined) return this.#isDropped(owner);
    return known.turns.has(turnId) || (known.includesAll && known.exceptTurn !== turnId);
  }

  /** A new turn is not in the set, even if all other turns of its owner count as added. */
  begin(owner: string, turnId: string): void {
    if (!this.#byOwner.has(owner) && !this.#isDropped(owner)) return;
    const known = this.#of(owner);
    known.exceptTurn = turnId;
    known.turns.delete(turnId);
    known.turns.delete('');
    this.#deleteIfEmpty(owner, known);
  }

  end(owner: string, turnId: string): void {
    const known = this.#byOwner.get(owner);
    if (known === undefined) return;
    known.turns.delete(turnId);
    if (known.exceptTurn === turnId) known.exceptTurn = undefined;
    this.#deleteIfEmpty(owner, known);
  }

  endTask(owner: string): void {
    this.#byOwner.delete(owner);
  }

  #of(owner: string): OwnerTurns {
    const known = this.#byOwner.get(owner);
    if (known !== undefined) return known;
    const added: OwnerTurns = { turns: new Set(), includesAll: this.#isDropped(owner), exceptTurn: undefined };
    this.#byOwner.set(owner, added);
    if (this.#byOwner.size > this.#maxOwners) this.#dropOldestOwner();
    return added;
  }

  #dropOldestOwner(): void {
    for (const oldest of this.#byOwner.keys()) {
      this.#byOwner.delete(oldest);
      const bits = (this.#droppedOwners ??= new Uint32Array(FILTER_BITS / 32));
      const bit = textHashNumber(oldest) % FILTER_BITS;
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      break;
    }
  }

  #isDropped(owner: string): boolean {
    if (this.#droppedOwners === undefined) return false;
    const bit = textHashNumber(owner) % FILTER_BITS;
    return ((this.#droppedOwners[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  #deleteIfEmpty(owner: string, { turns, includesAll }: OwnerTurns): void {
    if (turns.size === 0 && !includesAll) this.#byOwner.delete(owner);
  }
}

const FILTER_BITS = 1 << 20;

interface OwnerTurns {
  readonly turns: Set<string>;
  /** Some turns of this owner were dropped, so all count as added. */
  includesAll: boolean;
  /** The turn that was begun last, which does not count as added. */
  exceptTurn: string | undefined;
}
