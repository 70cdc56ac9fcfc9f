import { checkSignal } from '../errors.ts';
import type { OpenFile } from '../fs/file-system.ts';
import { decodeText, unitOf, type TextEncoding } from '../text/encoding/text-encoding.ts';
import { withPieceBuffer } from './piece-buffer.ts';

export interface ScanOptions {
  readonly encoding: TextEncoding;
  /** The byte offset of the line at which the scan starts. */
  readonly offset: number;
  /** The number of lines to skip first. */
  readonly skip: number;
  readonly limit: number;
  /** Stops collecting after this many bytes of text. */
  readonly maxBytes: number;
  /** Longer lines are cut. */
  readonly maxLineBytes: number;
  /** Leaves the line breaks at the lines. */
  readonly keepBreaks: boolean;
  /** Scans to the end to count all lines. */
  readonly count: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface ScannedLines {
  readonly lines: string[];
  /** Indexes in `lines` of lines that were cut. */
  readonly cut: number[];
  /** The number of lines scanned; all lines if `ended`. */
  readonly seen: number;
  readonly ended: boolean;
}

/** Reads in one pass with one buffer, so that memory is bounded for any size of file or line. */
export function scanLines(file: OpenFile, options: ScanOptions): Promise<ScannedLines> {
  return withPieceBuffer(async (buffer) => {
    const collector = new LineCollector(options);
    const unit = unitOf(options.encoding);
    let position = options.offset;
    for (;;) {
      checkSignal(options.signal);
      const read = await file.read(buffer, position);
      // Half of a UTF-16 unit is read again with the next piece; at the end of the file it is dropped.
      const length = read - (read % unit);
      if (length === 0) return collector.finish(true);
      if (!collector.take(buffer.subarray(0, length))) return collector.finish(false);
      position += length;
    }
  });
}

/** The index of the last byte of the next line break, or -1. */
export function findBreak(chunk: Buffer, from: number, encoding: TextEncoding): number {
  if (unitOf(encoding) === 1) return chunk.indexOf(LINE_FEED, from);
  for (let at = chunk.indexOf(LINE_FEED, from); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1))
    if (isWideBreak(chunk, at, encoding)) return at | 1;
  return -1;
}

/** The index of the last byte of the line break before `end`, or -1. */
export function findBreakBefore(chunk: Buffer, end: number, encoding: TextEncoding): number {
  // A negative offset would count from the end.
  const before = (from: number): number => (from < 0 ? -1 : chunk.lastIndexOf(LINE_FEED, from));
  if (unitOf(encoding) === 1) return before(end - 1);
  for (let at = before(end - 1); at !== -1; at = before(at - 1)) if (isWideBreak(chunk, at, encoding)) return at | 1;
  return -1;
}

/** Whether the byte at `at` is the line feed of a UTF-16 unit. */
function isWideBreak(chunk: Buffer, at: number, encoding: TextEncoding): boolean {
  const low = encoding === 'utf-16le' ? 0 : 1;
  return at % 2 === low && chunk[at ^ 1] === 0;
}

const LINE_FEED = 0x0a;

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

  /** False when no more lines are needed. */
  take(chunk: Buffer): boolean {
    const { encoding, count } = this.#options;
    let from = 0;
    while (from < chunk.byteLength) {
      if (this.#isFull()) {
        if (!count) return false;
        this.#countRest(chunk, from);
        return true;
      }
      const found = findBreak(chunk, from, encoding);
      const end = found === -1 ? chunk.byteLength : found + 1;
      this.#add(chunk, from, end);
      if (found !== -1) this.#endLine();
      from = end;
    }
    return true;
  }

  /** Lines that are only counted need no search for each: a loop over the bytes is several times faster. */
  #countRest(chunk: Buffer, from: number): void {
    const { encoding } = this.#options;
    let [breaks, last] = [0, -1];
    if (unitOf(encoding) === 1) {
      for (let at = from; at < chunk.byteLength; at++) {
        if (chunk[at] !== LINE_FEED) continue;
        breaks++;
        last = at;
      }
    } else {
      for (let at = findBreak(chunk, from, encoding); at !== -1; at = findBreak(chunk, at + 1, encoding)) {
        breaks++;
        last = at;
      }
    }
    this.#line += breaks;
    this.#lineBytes = last === -1 ? this.#lineBytes + chunk.byteLength - from : chunk.byteLength - last - 1;
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
    const left = this.#options.maxLineBytes - this.#pieceBytes;
    if (left <= 0) return;
    // The chunk's buffer is reused, so kept bytes are copied.
    const kept = Buffer.from(chunk.subarray(from, Math.min(end, from + left)));
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

/** Removes the rest of a character that the cut has split. */
function withoutBrokenEnd(text: string): string {
  return text.replace(/(?:\ufffd{1,3}|[\ud800-\udbff]|\r)$/, '');
}
