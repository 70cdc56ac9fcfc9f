import type { Excerpt } from './excerpt.ts';
import { decodePath, pathKey, type RawPath } from './path-order.ts';

/** A line that was found, or one around it. */
export interface FoundLine extends Excerpt {
  readonly line: number;
  readonly isMatch: boolean;
}

export interface FoundFile {
  /** From the root, with `/`. */
  readonly path: string;
  readonly key: string;
  readonly lines: FoundLine[];
  matches: number;
}

export interface FindingsOptions {
  readonly limit: number;
  /** What the limit counts. */
  readonly unit: 'match' | 'file';
  /** Lines that follow a match and must be there with it. */
  readonly after: number;
  /** Whether a path from the root may be shown. */
  readonly accepts: (path: string) => boolean;
  /** Told of each file that something is found in. */
  readonly onFile?: ((path: string) => void) | undefined;
}

/**
 * The first findings in the order of their paths, whatever order they come in, in bounded memory: the same files give
 * the same findings every time.
 */
export class Findings {
  readonly #options: FindingsOptions;
  #files: FoundFile[] = [];
  #current: FoundFile | undefined;
  #currentRaw: RawPath | undefined;
  #isCounted = false;
  /** Nothing behind this path is needed any more. */
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

  /** Matches or files found, kept or not. */
  get total(): number {
    return this.#total;
  }

  /** Matches of the file that has most. */
  get mostInOneFile(): number {
    return this.#mostInOneFile;
  }

  get filesSeen(): number {
    return this.#filesSeen;
  }

  /** Files that turned out to be binary after a match. */
  get binaryFiles(): number {
    return this.#binaryFiles;
  }

  /** Files that were searched although nobody may see them. */
  get hiddenFiles(): number {
    return this.#hiddenFiles;
  }

  /** For findings that come in order: all that will be shown is there, and one more. */
  get isFull(): boolean {
    return this.#kept > this.#options.limit + this.#options.after;
  }

  /** What follows belongs to this file. True when its lines are wanted. */
  enter(raw: RawPath): boolean {
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

  /** Matches of the current file, of which lines may follow. */
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
    if (this.#kept > 2 * this.#options.limit + SLACK) this.#prune();
  }

  add(line: FoundLine): void {
    if (this.#current === undefined) return;
    this.#current.lines.push(line);
    this.#keptChars += line.text.length;
    if (this.#keptChars > 2 * MAX_CHARS) this.#prune();
  }

  /** The current file is binary: what was found in it does not count. */
  drop(raw: RawPath): void {
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

  /** The files in order, with all that is kept of them. */
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

/** How much text one result may hold. */
export const MAX_CHARS = 8_000_000;
/** Findings kept beyond the limit before the surplus is thrown away. */
const SLACK = 2_000;
