/** How much all programs of a service may keep on disk together. */
export class SpoolRoom {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  /** As many of these bytes as there is room for. */
  take(bytes: number): number {
    const taken = Math.min(bytes, this.#left);
    this.#left -= taken;
    return taken;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }
}
