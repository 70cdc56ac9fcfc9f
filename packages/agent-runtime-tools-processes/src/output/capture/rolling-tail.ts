/** Keeps the last bytes of a stream in a ring buffer. */
export class RollingTail {
  readonly #ring: Buffer;
  #total = 0;

  constructor(limit: number) {
    this.#ring = Buffer.allocUnsafeSlow(limit);
  }

  push(chunk: Buffer): void {
    const size = this.#ring.length;
    const part = chunk.length > size ? chunk.subarray(chunk.length - size) : chunk;
    this.#total += chunk.length - part.length;
    const at = size === 0 ? 0 : this.#total % size;
    const fits = part.copy(this.#ring, at);
    if (fits < part.length) part.copy(this.#ring, 0, fits);
    this.#total += part.length;
  }

  /** The last bytes: `limit` of them, or all if there were fewer. */
  bytes(): Buffer {
    const size = this.#ring.length;
    if (this.#total <= size) return Buffer.from(this.#ring.subarray(0, this.#total));
    const at = size === 0 ? 0 : this.#total % size;
    return Buffer.concat([this.#ring.subarray(at), this.#ring.subarray(0, at)]);
  }
}
