import { excerpt } from '../collect/excerpt.ts';
import type { Findings } from '../collect/findings.ts';
import { LongLine } from '../collect/long-line.ts';
import type { RawPath } from '../collect/path-order.ts';

/**
 * Parses ripgrep's output in content mode: `path NUL line:column:text` for a match, `path NUL line-text` for context, notes
 * about binary files, and finally an empty line and statistics. A path begins with `./` and may contain line breaks; a text
 * contains no NUL.
 */
export class ContentReader {
  readonly #findings: Findings;
  #rest: Buffer = EMPTY;
  #long: { readonly line: number; readonly isMatch: boolean; readonly text: LongLine | undefined } | undefined;
  #statistics: string | undefined;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Undefined until the search has finished. */
  get statistics(): string | undefined {
    return this.#statistics;
  }

  read(chunk: Buffer, isEnough: () => boolean): void {
    let data = this.#long === undefined ? chunk : this.#continueLongLine(chunk);
    if (this.#rest.length > 0) data = Buffer.concat([this.#rest, data]);
    let at = 0;
    while (at < data.length && !isEnough()) {
      const next = this.#statistics === undefined ? this.#record(data, at) : this.#addStatistics(data, at);
      if (next === INCOMPLETE) break;
      at = next;
    }
    // Copied, since the chunk's memory is reused.
    this.#rest = at < data.length ? Buffer.from(data.subarray(at)) : EMPTY;
  }

  /** Parses one record and returns where the next one begins. */
  #record(data: Buffer, at: number): number {
    if (data[at] === NEWLINE) {
      this.#statistics = '';
      return at + 1;
    }
    const nul = data.indexOf(0, at);
    const lineBreak = data.indexOf(NEWLINE, at);
    // A line break before the NUL ends a note, or is part of the path.
    const isBefore = lineBreak !== -1 && (nul === -1 || lineBreak < nul);
    if (isBefore && this.#isBinaryNote(data, at, lineBreak)) return lineBreak + 1;
    if (nul === -1) return INCOMPLETE;
    const number = digits(data, nul + 1);
    if (number === undefined) return INCOMPLETE;
    const isMatch = data[number.end] === COLON;
    const column = isMatch ? digits(data, number.end + 1) : { value: 0, end: number.end };
    if (column === undefined) return INCOMPLETE;
    return this.#line(data, column.end + 1, {
      end: isBefore ? data.indexOf(NEWLINE, nul) : lineBreak,
      raw: data.toString('latin1', at + PREFIX, nul),
      line: number.value,
      column: column.value,
      isMatch,
    });
  }

  #line(
    data: Buffer,
    start: number,
    { end, raw, line, column, isMatch }: { end: number; raw: RawPath; line: number; column: number; isMatch: boolean },
  ): number {
    if (end === -1 && data.length - start < LONG_BYTES) return INCOMPLETE;
    const isWanted = this.#findings.startFile(raw);
    if (isMatch) this.#findings.count(1);
    if (end === -1) {
      this.#long = { line, isMatch, text: isWanted ? new LongLine(column) : undefined };
      this.#long.text?.add(data.subarray(start));
      return data.length;
    }
    const trimmed = data[end - 1] === RETURN && end > start ? end - 1 : end;
    if (isWanted) {
      const { text, column: unit, cut } = excerpt(data.subarray(start, trimmed), column);
      this.#findings.add({ line, isMatch, text, column: unit, cut });
    }
    return end + 1;
  }

  /** Returns the bytes after the long line. */
  #continueLongLine(chunk: Buffer): Buffer {
    const end = chunk.indexOf(NEWLINE);
    this.#long?.text?.add(end === -1 ? chunk : chunk.subarray(0, end));
    if (end === -1) return EMPTY;
    if (this.#long?.text !== undefined)
      this.#findings.add({ line: this.#long.line, isMatch: this.#long.isMatch, ...this.#long.text.end() });
    this.#long = undefined;
    return chunk.subarray(end + 1);
  }

  /** ripgrep reports in the middle of its output that a file turned out to be binary. */
  #isBinaryNote(data: Buffer, at: number, end: number): boolean {
    const found = BINARY_NOTE.exec(data.toString('latin1', at, end));
    if (found !== null) this.#findings.dropBinaryFile(found[1] ?? '');
    return found !== null;
  }

  #addStatistics(data: Buffer, at: number): number {
    this.#statistics = (this.#statistics ?? '') + data.toString('latin1', at, at + MAX_STATISTICS);
    return data.length;
  }
}

const EMPTY = Buffer.alloc(0);
const INCOMPLETE = -1;
/** `./` */
export const PREFIX = 2;
const NEWLINE = 10;
const RETURN = 13;
const COLON = 58;
const LONG_BYTES = 128 * 1024;
const MAX_STATISTICS = 4_096;
const BINARY_NOTE =
  /^\.\/([^]*): (?:WARNING: stopped searching binary file after match|binary file matches) \(found "\\0" byte around offset \d+\)$/;

/** Undefined if the number may continue in the next chunk. */
function digits(data: Buffer, start: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let at = start; at < data.length; at++) {
    const digit = (data[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return { value, end: at };
    value = value * 10 + digit;
  }
  return undefined;
}
