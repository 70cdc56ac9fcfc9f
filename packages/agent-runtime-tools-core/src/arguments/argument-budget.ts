import type { ArgumentLimits } from './argument-limits.ts';

/** Counts how much of the limits one copy of arguments has used. */
export class ArgumentBudget {
  readonly limits: ArgumentLimits;
  /** Whether the copy is frozen. */
  freeze: boolean;
  depth = 0;
  chars = 0;
  keys = 0;
  items = 0;

  constructor(limits: ArgumentLimits, { freeze = false } = {}) {
    this.limits = limits;
    this.freeze = freeze;
  }

  /** The approximate size of the copy in memory, in UTF-16 units. */
  get size(): number {
    return this.chars + UNITS_PER_VALUE * (this.keys + this.items);
  }

  /** Makes the budget usable for another copy. */
  reset(): this {
    this.freeze = false;
    this.depth = this.chars = this.keys = this.items = 0;
    return this;
  }
}

/** A reference takes eight bytes: four UTF-16 units. */
const UNITS_PER_VALUE = 4;
