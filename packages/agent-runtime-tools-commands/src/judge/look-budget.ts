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

  /** False when that is more than may be looked at: then nothing is known. */
  take(entries: number): boolean {
    this.left -= entries;
    return this.left >= 0;
  }
}
