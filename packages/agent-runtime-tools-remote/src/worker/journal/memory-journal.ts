import type { CallJournal, EarlierUse } from './call-journal.ts';

/** A journal that is lost with the process. A restarted worker answers OUTCOME_UNKNOWN where it would have known the result. */
export class MemoryJournal implements CallJournal {
  readonly #entries = new Map<string, { readonly keepUntil: number; outcome?: string }>();
  #cleanedAt = Date.now();

  claim(id: string, keepUntil: number): EarlierUse {
    this.#clean();
    const known = this.#entries.get(id);
    if (known === undefined) {
      this.#entries.set(id, { keepUntil });
      return { kind: 'none' };
    }
    return known.outcome === undefined ? { kind: 'claimed' } : { kind: 'done', outcome: known.outcome };
  }

  finish(id: string, outcome?: string): void {
    const entry = this.#entries.get(id);
    // Outcomes are needed as long as the same process may be given the job again, and memory is limited.
    if (entry !== undefined && outcome !== undefined && outcome.length <= MAX_OUTCOME_CHARS) entry.outcome = outcome;
  }

  close(): void {
    this.#entries.clear();
  }

  #clean(): void {
    const now = Date.now();
    if (now - this.#cleanedAt < CLEAN_EVERY_MS) return;
    this.#cleanedAt = now;
    for (const [id, { keepUntil }] of this.#entries) if (keepUntil < now) this.#entries.delete(id);
  }
}

const MAX_OUTCOME_CHARS = 4096;
const CLEAN_EVERY_MS = 10_000;
