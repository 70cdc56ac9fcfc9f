import { checkSignal } from '../errors.ts';
import type { OpenFile } from '../fs/file-system.ts';
import { decodeText, unitOf, type TextEncoding } from '../text/text-encoding.ts';

export interface ScanOptions {
  readonly encoding: TextEncoding;
  /** The byte at which the scan starts: the beginning of a line. */
  readonly offset: number;
  /** Lines to pass over first. */
  readonly skip: number;
  readonly limit: number;
  /** Stops collecting after this many bytes of text. */
  readonly maxBytes: number;
  /** Longer lines are cut. */
  readonly maxLineBytes: number;
  /** Leaves the line breaks at the lines. */
  readonly keepBreaks: boolean;
  /** Goes on to the end to count the lines. */
  readonly count: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface ScannedLines {
  readonly lines: string[];
  /** Positions in `lines` of those that were cut. */
  readonly cut: number[];
  /** Lines seen from the start of the scan; all there are when `ended`. */
  readonly seen: number;
  readonly ended: boolean;
}

/** One pass with one buffer, whatever the size of the file or of a line. */
export async function scanLines(file: OpenFile, options: ScanOptions): Promise<ScannedLines> {
  const collector = new LineCollector(options);
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const unit = unitOf(options.encoding);
  let position = options.offset;
  for (;;) {
    checkSignal(options.signal);
    const read = await file.read(chunk, position);
    // Half a UTF-16 unit is read again with its other half; at the very end it is dropped.
    const length = read - (read % unit);
    if (length === 0) return collector.finish(true);
    if (!collector.take(chunk.subarray(0, length))) return collector.finish(false);
    position += length;
  }
}

/** The position of the next line break's last byte, or -1. */
export function findBreak(chunk: Buffer, from: number, encoding: TextEncoding): number {
  if (unitOf(encoding) === 1) return chunk.indexOf(0x0a, from);
  const low = encoding === 'utf-16le' ? 0 : 1;
  for (let at = chunk.indexOf(0x0a, from); at !== -1; at = chunk.indexOf(0x0a, at + 1)) {
    if (at % 2 === low && chunk[at ^ 1] === 0) return at | 1;
  }
  return -1;
}

export const CHUNK_BYTES = 256 * 1024;

class LineCollector {
  readonly #options: ScanOptions;
  readonly #lines: string[] = [];
  readonly #cut: number[] = [];
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #lineBytes = 0;
  #bytes = 0;
  #line = 0;
  #full = false;

  constructor(options: ScanOptions) {
    this.#options = options;
  }

  /** False when nothing more is wanted. */
  take(chunk: Buffer): boolean {
    const { encoding, count } = this.#options;
    let from = 0;
    while (from < chunk.byteLength) {
      if (this.#isFull() && !count) return false;
      const found = findBreak(chunk, from, encoding);
      const end = found === -1 ? chunk.byteLength : found + 1;
      this.#add(chunk, from, end);
      if (found !== -1) this.#endLine();
      from = end;
    }
    return true;
  }

  finish(ended: boolean): ScannedLines {
    if (ended && this.#lineBytes > 0) this.#endLine();
    return { lines: this.#lines, cut: this.#cut, seen: this.#line, ended };
  }

  #isFull(): boolean {
    return this.#full || this.#lines.length >= this.#options.limit;
  }

  #isWanted(): boolean {
    return this.#line >= this.#options.skip && !this.#isFull();
  }

  #add(chunk: Buffer, from: number, end: number): void {
    this.#lineBytes += end - from;
    if (!this.#isWanted()) return;
    const room = this.#options.maxLineBytes - this.#pieceBytes;
    if (room <= 0) return;
    // The buffer is read into again: what is kept is copied.
    const kept = Buffer.from(chunk.subarray(from, Math.min(end, from + room)));
    this.#pieces.push(kept);
    this.#pieceBytes += kept.byteLength;
  }

  #endLine(): void {
    if (this.#isWanted()) this.#keepLine();
    this.#line++;
    this.#lineBytes = 0;
    if (this.#pieceBytes === 0) return;
    this.#pieces = [];
    this.#pieceBytes = 0;
  }

  #keepLine(): void {
    const { encoding, maxBytes, keepBreaks } = this.#options;
    const isCut = this.#pieceBytes < this.#lineBytes;
    if (this.#bytes + this.#pieceBytes > maxBytes && this.#lines.length > 0) {
      this.#full = true;
      return;
    }
    this.#bytes += this.#pieceBytes;
    const text = decodeText(Buffer.concat(this.#pieces), encoding);
    if (isCut) this.#cut.push(this.#lines.length);
    if (isCut) this.#lines.push(withoutBrokenEnd(text));
    else this.#lines.push(keepBreaks ? text : text.replace(/\r?\n$/, ''));
  }
}

/** A cut may fall into a character: its remains are no part of the text. */
function withoutBrokenEnd(text: string): string {
  return text.replace(/(?:\ufffd{1,3}|[\ud800-\udbff]|\r)$/, '');
}
