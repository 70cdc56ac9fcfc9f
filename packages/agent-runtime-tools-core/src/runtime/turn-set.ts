import { textHashNumber } from '../text/text-hash.ts';

/**
 * The turns in which a person has rejected a call, until their turn or task ends. Bounded, and never forgets in anybody's
 * favour: where one owner has too many, all turns of that owner count as rejected but for one begun since; where too many
 * owners have some, the same holds for the oldest of them, and for the few others that share a bit with it.
 */
export class RejectedTurns {
  readonly #maxOwners: number;
  readonly #maxPerOwner: number;
  readonly #byOwner = new Map<string, Rejections>();
  /** A bit per hash of an owner whose rejections had to make room. */
  #forgotten: Uint32Array | undefined = undefined;

  constructor({ maxOwners = 65_536, maxPerOwner = 1024 }: { maxOwners?: number; maxPerOwner?: number } = {}) {
    this.#maxOwners = maxOwners;
    this.#maxPerOwner = maxPerOwner;
  }

  add(owner: string, turnId: string): void {
    const rejections = this.#of(owner);
    if (rejections.begun === turnId) rejections.begun = undefined;
    rejections.turns.add(turnId);
    if (rejections.turns.size <= this.#maxPerOwner) return;
    for (const oldest of rejections.turns) {
      rejections.turns.delete(oldest);
      break;
    }
    rejections.all = true;
  }

  has(owner: string, turnId: string): boolean {
    const rejections = this.#byOwner.get(owner);
    if (rejections === undefined) return this.#isForgotten(owner);
    return rejections.turns.has(turnId) || (rejections.all && rejections.begun !== turnId);
  }

  /** A new turn starts without a rejection, also for an owner of whom not all rejections are known. */
  begin(owner: string, turnId: string): void {
    if (!this.#byOwner.has(owner) && !this.#isForgotten(owner)) return;
    const rejections = this.#of(owner);
    rejections.begun = turnId;
    rejections.turns.delete(turnId);
    rejections.turns.delete('');
    this.#dropEmpty(owner, rejections);
  }

  end(owner: string, turnId: string): void {
    const rejections = this.#byOwner.get(owner);
    if (rejections === undefined) return;
    rejections.turns.delete(turnId);
    if (rejections.begun === turnId) rejections.begun = undefined;
    this.#dropEmpty(owner, rejections);
  }

  endTask(owner: string): void {
    this.#byOwner.delete(owner);
  }

  #of(owner: string): Rejections {
    const known = this.#byOwner.get(owner);
    if (known !== undefined) return known;
    const rejections: Rejections = { turns: new Set(), all: this.#isForgotten(owner), begun: undefined };
    this.#byOwner.set(owner, rejections);
    if (this.#byOwner.size > this.#maxOwners) this.#forgetOldest();
    return rejections;
  }

  #forgetOldest(): void {
    for (const oldest of this.#byOwner.keys()) {
      this.#byOwner.delete(oldest);
      const bits = (this.#forgotten ??= new Uint32Array(BITS / 32));
      const bit = textHashNumber(oldest) % BITS;
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
      break;
    }
  }

  #isForgotten(owner: string): boolean {
    if (this.#forgotten === undefined) return false;
    const bit = textHashNumber(owner) % BITS;
    return ((this.#forgotten[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  }

  #dropEmpty(owner: string, { turns, all }: Rejections): void {
    if (turns.size === 0 && !all) this.#byOwner.delete(owner);
  }
}

const BITS = 1 << 20;

interface Rejections {
  readonly turns: Set<string>;
  /** Not all of them are known any more. */
  all: boolean;
  /** The turn that was begun last, where not all are known. */
  begun: string | undefined;
}
