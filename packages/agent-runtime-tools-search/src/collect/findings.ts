import type { Excerpt } from './excerpt.ts';
import { decodePath, pathKey, type RawPath } from './path-order.ts';

/** A matching line, or a context line. */
export interface FoundLine extends Excerpt {
  readonly line: number;
  readonly isMatch: boolean;
}

export interface FoundFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly key: string;
  readonly lines: FoundLine[];
  matches: number;
}

export interface FindingsOptions {
  readonly limit: number;
  /** Whether the limit counts matches or files. */
  readonly unit: 'match' | 'file';
  /** Context lines after a match. */
  readonly after: number;
  /** Whether a path relative to the root may be in the result. */
  readonly accepts: (path: string) => boolean;
  /** Called for each file with a match. */
  readonly onFile?: ((path: string) => void) | undefined;
}

/**
 * Collects the first findings by path, in whatever order they arrive, in bounded memory. The same files always give the
 * same findings.
 */
export class Findings {
  readonly #options: FindingsOptions;
  #files: FoundFile[] = [];
  #current: FoundFile | undefined;
  #currentRaw: RawPath | undefined;
  #isCounted = false;
  /** Paths after this one are not needed any more. */
  #bound: string | undefined;
  #kept = 0;
  #keptChars = 0;
  #total = 0;
  #filesSeen = 0;
  #binaryFiles = 0;
  #hiddenFiles = 0;
  #currentMatches = 0;
  #mostInOneFile = 0;

  constructor(options: FindingsOptions) {
    this.#options = options;
  }

  /** The number of matches or files found, kept or not. */
  get total(): number {
    return this.#total;
  }

  /** The largest number of matches in one file. */
  get mostInOneFile(): number {
    return this.#mostInOneFile;
  }

  get filesSeen(): number {
    return this.#filesSeen;
  }

  /** The number of files that turned out to be binary after a match. */
  get binaryFiles(): number {
    return this.#binaryFiles;
  }

  /** The number of files with matches that may not be in the result. */
  get hiddenFiles(): number {
    return this.#hiddenFiles;
  }

  /** For findings that arrive in order: there is one more than the result needs. */
  get isFull(): boolean {
    return this.#kept > this.#options.limit + this.#options.after;
  }

  /** Starts or continues a file: what follows belongs to it. Returns whether its lines are needed. */
  startFile(raw: RawPath): boolean {
    if (raw === this.#currentRaw) return this.#current !== undefined;
    this.#currentRaw = raw;
    this.#current = undefined;
    this.#currentMatches = 0;
    const path = decodePath(raw);
    this.#isCounted = this.#options.accepts(path);
    if (!this.#isCounted) {
      this.#hiddenFiles++;
      return false;
    }
    this.#filesSeen++;
    this.#options.onFile?.(path);
    const key = pathKey(raw);
    if (this.#bound !== undefined && key > this.#bound) return false;
    this.#current = { path, key, lines: [], matches: 0 };
    this.#files.push(this.#current);
    return true;
  }

  /** Counts matches of the current file. Their lines follow with `add`. */
  count(matches: number): void {
    if (!this.#isCounted) return;
    const isFirst = this.#currentMatches === 0;
    this.#currentMatches += matches;
    this.#mostInOneFile = Math.max(this.#mostInOneFile, this.#currentMatches);
    const units = this.#options.unit === 'match' ? matches : isFirst ? 1 : 0;
    this.#total += units;
    if (this.#current === undefined) return;
    this.#current.matches += matches;
    this.#kept += units;
    if (this.#kept > 2 * this.#options.limit + MAX_SURPLUS) this.#prune();
  }

  add(line: FoundLine): void {
    if (this.#current === undefined) return;
    this.#current.lines.push(line);
    this.#keptChars += line.text.length;
    if (this.#keptChars > 2 * MAX_CHARS) this.#prune();
  }

  /** Discards the matches of a file that turned out to be binary. */
  dropBinaryFile(raw: RawPath): void {
    const isCurrent = raw === this.#currentRaw;
    if (isCurrent && !this.#isCounted) return;
    this.#binaryFiles++;
    if (!isCurrent) return;
    const units = this.#options.unit === 'match' ? this.#currentMatches : Math.min(1, this.#currentMatches);
    this.#total -= units;
    if (this.#current !== undefined) {
      this.#files.splice(this.#files.indexOf(this.#current), 1);
      this.#kept -= units;
    }
    this.#current = undefined;
    this.#currentRaw = undefined;
  }

  /** The files ordered by path, with their kept lines. */
  files(): FoundFile[] {
    return this.#files.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  #prune(): void {
    const { limit, after, unit } = this.#options;
    let [units, chars] = [0, 0];
    const kept: FoundFile[] = [];
    for (const file of this.files()) {
      if (units > limit + after || chars > MAX_CHARS) break;
      kept.push(file);
      units += unit === 'match' ? file.matches : 1;
      chars += file.lines.reduce((sum, { text }) => sum + text.length, 0);
    }
    if (kept.length < this.#files.length) this.#bound = kept.at(-1)?.key;
    if (this.#current !== undefined && !kept.includes(this.#current)) this.#current = undefined;
    this.#files = kept;
    this.#kept = units;
    this.#keptChars = chars;
  }
}

/** The maximum number of characters in one result. */
export const MAX_CHARS = 8_000_000;
/** Findings kept beyond the limit before they are pruned. */
const MAX_SURPLUS = 2_000;
