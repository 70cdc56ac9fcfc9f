/** Limits how many directory entries one decision may read. */
export class DiskBudget {
  private left: number;

  constructor(entries: number) {
    this.left = entries;
  }

  /** The budget is used up. */
  get isExhausted(): boolean {
    return this.left < 0;
  }

  /** Spends the cost of listing a folder. Opening it costs as much as several entries. */
  spendOnFolder(entries: number): boolean {
    return this.spend(COST_OF_FOLDER + entries);
  }

  /** Spends the cost of resolving a link. */
  spendOnLink(): boolean {
    return this.spend(COST_OF_LINK);
  }

  /** Returns false when that exceeds the budget. */
  spend(entries: number): boolean {
    this.left -= entries;
    return this.left >= 0;
  }
}

const COST_OF_FOLDER = 4;
const COST_OF_LINK = 8;
