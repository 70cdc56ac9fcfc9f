import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallJournal, EarlierUse } from './call-journal.ts';

/**
 * A journal that several workers on one machine share and that survives them: an empty file for a ticket that is used, and its
 * outcome in the file once the call has ended. Creating a file that must not exist is atomic without a lock, which a frozen
 * worker could hold. The files are in folders by the hour until which they are kept, and old folders are removed.
 */
export class FileJournal implements CallJournal {
  readonly #folder: string;
  readonly #hours = new Map<string, string>();
  readonly #created = new Set<string>();
  #cleanedAt = 0;

  constructor(folder: string) {
    this.#folder = join(folder, 'remote-calls');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  claim(id: string, keepUntil: number): EarlierUse {
    this.#clean();
    const hour = String(Math.ceil(keepUntil / HOUR_MS));
    if (!this.#created.has(hour)) mkdirSync(join(this.#folder, hour), { recursive: true, mode: 0o700 });
    this.#created.add(hour);
    const file = join(this.#folder, hour, id);
    try {
      closeSync(openSync(file, 'wx', 0o600));
    } catch (error) {
      if (!isExisting(error)) throw error;
      const outcome = readFileSync(file, 'utf8');
      return outcome === '' ? { kind: 'claimed' } : { kind: 'done', outcome };
    }
    this.#hours.set(id, hour);
    return { kind: 'none' };
  }

  finish(id: string, outcome: string): void {
    const hour = this.#hours.get(id);
    this.#hours.delete(id);
    if (hour === undefined || outcome.length > MAX_OUTCOME_CHARS) return;
    const file = join(this.#folder, hour, id);
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, outcome, { mode: 0o600 });
    // A reader sees the whole outcome or none.
    renameSync(temporary, file);
  }

  close(): void {
    this.#hours.clear();
  }

  #clean(): void {
    const now = Date.now();
    if (now - this.#cleanedAt < CLEAN_EVERY_MS) return;
    this.#cleanedAt = now;
    for (const hour of readdirSync(this.#folder))
      if (/^\d+$/.test(hour) && Number(hour) * HOUR_MS < now) {
        rmSync(join(this.#folder, hour), { recursive: true, force: true });
        this.#created.delete(hour);
      }
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

const HOUR_MS = 3_600_000;
const CLEAN_EVERY_MS = 600_000;
const MAX_OUTCOME_CHARS = 16 * 1024 * 1024;
