import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallJournal, EarlierUse } from './call-journal.ts';

/**
 * A journal that several workers on one machine share and that survives them: an empty file for a ticket that is used, and its
 * outcome in the file once the call has ended. Creating a file that must not exist is atomic without a lock, which a frozen
 * worker could hold. The files are in folders by the time until which they are kept, and old folders are removed.
 */
export class FileJournal implements CallJournal {
  readonly #folder: string;
  /** The open files of calls that run here. */
  readonly #open = new Map<string, number>();
  readonly #created = new Set<string>();
  #cleanedAt = 0;

  constructor(folder: string) {
    this.#folder = join(folder, 'remote-calls');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  claim(id: string, keepUntil: number): EarlierUse {
    this.#clean();
    const period = String(Math.ceil(keepUntil / PERIOD_MS));
    if (!this.#created.has(period)) mkdirSync(join(this.#folder, period), { recursive: true, mode: 0o700 });
    this.#created.add(period);
    const file = join(this.#folder, period, id);
    try {
      this.#open.set(id, openSync(file, 'wx', 0o600));
      return { kind: 'none' };
    } catch (error) {
      if (!isExisting(error)) throw error;
      const text = readFileSync(file, 'utf8');
      // Without the mark at the end, the worker was killed while it wrote.
      return text.endsWith(END) ? { kind: 'done', outcome: text.slice(0, -END.length) } : { kind: 'claimed' };
    }
  }

  finish(id: string, outcome?: string): void {
    const file = this.#open.get(id);
    if (file === undefined) return;
    this.#open.delete(id);
    try {
      if (outcome !== undefined && outcome.length <= MAX_OUTCOME_CHARS) writeSync(file, outcome + END);
    } finally {
      closeSync(file);
    }
  }

  close(): void {
    for (const id of this.#open.keys()) this.finish(id);
  }

  #clean(): void {
    const now = Date.now();
    if (now - this.#cleanedAt < CLEAN_EVERY_MS) return;
    this.#cleanedAt = now;
    for (const period of readdirSync(this.#folder))
      if (/^\d+$/.test(period) && Number(period) * PERIOD_MS < now) {
        this.#created.delete(period);
        // In the background: there may be a file for each of many thousands of calls.
        void rm(join(this.#folder, period), { recursive: true, force: true }).catch(() => undefined);
      }
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/** JSON has no line breaks, so this cannot be a part of an outcome. */
const END = '\n';
const PERIOD_MS = 300_000;
const CLEAN_EVERY_MS = 60_000;
const MAX_OUTCOME_CHARS = 16 * 1024 * 1024;
