/** How much of the file system may still be looked at for one decision: many globs and folders add up. */
export class LookBudget {
  private left: number;

  constructor(entries: number) {
    this.left = entries;
  }

  /** Nothing more may be looked at. */
  get isSpent(): boolean {
    return this.left < 0;
  }

  /** A folder that was opened, with what is in it: opening it takes as long as several entries. */
  takeFolder(entries: number): boolean {
    return this.take(OPENING + entries);
  }

  /** A link that was followed. */
  takeLink(): boolean {
    return this.take(FOLLOWING);
  }

  /** False when that is more than may be looked at: then nothing is known. */
  take(entries: number): boolean {
    this.left -= entries;
    return this.left >= 0;
  }
}

const OPENING = 4;
const FOLLOWING = 8;
