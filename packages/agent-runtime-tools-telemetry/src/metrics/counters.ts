export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Counts by the values of some labels. The caller bounds the number of values. */
export class Counters {
  readonly #labels: readonly string[];
  readonly #counts = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();

  constructor(labels: readonly string[]) {
    this.#labels = labels;
  }

  add(values: readonly string[]): void {
    const key = values.join('\0');
    const found = this.#counts.get(key);
    if (found !== undefined) found.value++;
    else this.#counts.set(key, { labels: this.#named(values), value: 1 });
  }

  samples(): Sample[] {
    return [...this.#counts.values()].map(({ labels, value }) => ({ labels, value }));
  }

  #named(values: readonly string[]): Record<string, string> {
    return Object.fromEntries(this.#labels.map((label, index) => [label, values[index] ?? '']));
  }
}
