import type { ParsedRecord } from '../record/chain.ts';

/** The segments that the trail itself says it has removed. */
export class RemovedSegments {
  readonly #notes: { readonly upTo: string; readonly kept: ReadonlySet<unknown> }[] = [];

  /** Takes note of a record that says so. */
  read({ content }: ParsedRecord): void {
    const { kind, upTo, kept } = { kind: undefined, upTo: undefined, kept: undefined, ...content };
    if (kind !== 'pruned' || typeof upTo !== 'string' || !Array.isArray(kept)) return;
    this.#notes.push({ upTo, kept: new Set<unknown>(kept) });
  }

  has(segment: string): boolean {
    return this.#notes.some(({ upTo, kept }) => segment <= upTo && !kept.has(segment));
  }
}
