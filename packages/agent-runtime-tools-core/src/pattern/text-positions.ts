/** A set of positions in a text, stored as one bit each. */
export class TextPositions {
  readonly #bits: Uint32Array;

  constructor(length: number) {
    this.#bits = new Uint32Array((length >> 5) + 1);
  }

  add(at: number): void {
    this.#bits[at >> 5] = (this.#bits[at >> 5] ?? 0) | (1 << (at & 31));
  }

  has(at: number): boolean {
    return ((this.#bits[at >> 5] ?? 0) & (1 << (at & 31))) !== 0;
  }
}
