import type { GlobFile } from '../glob/glob-engine.ts';
import { pathKey, type RawPath } from './path-order.ts';

/** Keeps the first of files that arrive latest first, orders those of the same time by path, and counts all of them. */
export class LatestFiles {
  readonly #most: number;
  readonly #stat: (raw: RawPath) => GlobFile | undefined;
  #kept: Kept[] = [];
  #oldestMs = Infinity;
  #isThrough = false;
  #total = 0;

  /** `stat` returns undefined for a file that was deleted. */
  constructor(most: number, { stat }: { stat: (raw: RawPath) => GlobFile | undefined }) {
    this.#most = most;
    this.#stat = stat;
  }

  get total(): number {
    return this.#total;
  }

  /** Adds the path in these bytes. Once there are enough files, further ones are only counted. */
  take(bytes: Buffer, start: number, end: number): void {
    this.#total++;
    if (this.#isThrough) return;
    const raw = bytes.toString('latin1', start, end);
    const file = this.#stat(raw);
    if (file === undefined) this.#total--;
    else if (this.#kept.length >= this.#most && file.modifiedMs < this.#oldestMs) this.#isThrough = true;
    else this.#keep({ key: pathKey(raw), file });
  }

  files(): GlobFile[] {
    return this.#first().map(({ file }) => file);
  }

  #keep(kept: Kept): void {
    this.#oldestMs = Math.min(this.#oldestMs, kept.file.modifiedMs);
    this.#kept.push(kept);
    if (this.#kept.length > 2 * this.#most + SLACK) this.#kept = this.#first();
  }

  #first(): Kept[] {
    return this.#kept
      .sort((a, b) => b.file.modifiedMs - a.file.modifiedMs || (a.key < b.key ? -1 : 1))
      .slice(0, this.#most);
  }
}

interface Kept {
  readonly key: string;
  readonly file: GlobFile;
}

const SLACK = 1_000;
