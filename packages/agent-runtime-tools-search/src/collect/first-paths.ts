import { keyOfBytes, pathOfKey, type RawPath } from './path-order.ts';

/** Keeps the first of many paths, in the order of a sorted walk, and counts all of them. */
export class FirstPaths {
  readonly #most: number;
  #keys: string[] = [];
  #bound: Uint8Array | undefined;
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get total(): number {
    return this.#total;
  }

  /** Adds the path in these bytes. Paths that sort after the kept ones are compared as bytes and never become strings. */
  take(bytes: Buffer, start: number, end: number): void {
    this.#total++;
    if (!this.#isNeeded(bytes, start, end)) return;
    this.#keys.push(keyOfBytes(bytes, start, end));
    if (this.#keys.length <= 2 * this.#most + SLACK) return;
    this.#keys = this.#keys.sort(compareText).slice(0, this.#most);
    this.#bound = Buffer.from(this.#keys.at(-1) ?? '', 'latin1');
  }

  paths(): RawPath[] {
    return this.#keys.sort(compareText).slice(0, this.#most).map(pathOfKey);
  }

  #isNeeded(bytes: Buffer, start: number, end: number): boolean {
    const bound = this.#bound;
    if (bound === undefined) return true;
    const length = Math.min(end - start, bound.length);
    for (let at = 0; at < length; at++) {
      const byte = bytes[start + at] ?? 0;
      const own = byte === SLASH ? 0 : byte;
      const other = bound[at] ?? 0;
      if (own !== other) return own < other;
    }
    return end - start < bound.length;
  }
}

const SLASH = 47;
const SLACK = 1_000;

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
