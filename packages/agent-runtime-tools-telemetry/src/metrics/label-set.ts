/**
 * The values of a label, bounded in number. Names of tools and codes of errors come from packs, servers and handlers: one
 * that makes up new ones must not fill the memory of whoever stores the metrics.
 */
export class LabelSet {
  readonly #values = new Set<string>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  /** The value itself, or `other` if there are too many different ones. */
  of(value: string): string {
    if (this.#values.has(value)) return value;
    if (this.#values.size >= this.#max || value.length > MAX_LENGTH) return OTHER;
    this.#values.add(value);
    return value;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }
}

const OTHER = 'other';
const MAX_LENGTH = 100;
