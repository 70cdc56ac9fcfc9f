/** How many bytes of output all programs of a service may keep on disk together. */
export class DiskBudget {
  #remaining: number;

  constructor(bytes: number) {
    this.#remaining = bytes;
  }

  get remaining(): number {
    return this.#remaining;
  }

  /** Takes up to `bytes` from the budget and returns how many it got. */
  take(bytes: number): number {
    const taken = Math.min(bytes, this.#remaining);
    this.#remaining -= taken;
    return taken;
  }

  giveBack(bytes: number): void {
    this.#remaining += bytes;
  }
}
