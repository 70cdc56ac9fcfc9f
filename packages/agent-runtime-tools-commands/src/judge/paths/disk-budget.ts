/** How much of the file system may still be looked at for one decision: many globs and folders add up. */
export class DiskBudget {
  private left: number;

  constructor(entries: number) {
    this.left = entries;
  }

  /** Nothing more may be looked at. */
  get isExhausted(): boolean {
    return this.left < 0;
  }

  /** A folder that was opened, with what is in it: opening it takes as long as several entries. */
  spendOnFolder(entries: number): boolean {
    return this.spend(COST_OF_FOLDER + entries);
  }

  /** A link that was followed. */
  spendOnLink(): boolean {
    return this.spend(COST_OF_LINK);
  }

  /** False when that is more than may be looked at: then nothing is known. */
  spend(entries: number): boolean {
    this.left -= entries;
    return this.left >= 0;
  }
}

const COST_OF_FOLDER = 4;
const COST_OF_LINK = 8;
