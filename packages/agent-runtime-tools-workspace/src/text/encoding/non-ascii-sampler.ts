import type { ByteScanner } from './byte-scanner.ts';

/**
 * Collects the first lines of a file that are not all ASCII, because only those tell its charset. A long line is taken from
 * shortly before its first non-ASCII byte. That never splits a character: no charset has a line break within a character,
 * or a non-ASCII byte after an ASCII byte of the same character.
 */
export class NonAsciiSampler implements ByteScanner {
  readonly #limit: number;
  readonly #pieces: Buffer[] = [];
  #length = 0;
  #isWithinLine = false;
  /** False if the sample ends before the line does, possibly within a character. */
  isComplete = true;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get sample(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  take(piece: Uint8Array): boolean {
    for (let at = 0; at < piece.byteLength;) {
      if (this.#length >= this.#limit) return false;
      const from = this.#isWithinLine ? at : nonAsciiLineStart(piece, at);
      if (from === -1) return true;
      const end = lineEnd(piece, from);
      this.#keep(piece.subarray(from, end));
      this.#isWithinLine = piece[end - 1] !== LINE_BREAK;
      at = end;
    }
    return true;
  }

  end(): void {}

  #keep(line: Uint8Array): void {
    const left = this.#limit - this.#length;
    this.#pieces.push(Buffer.from(line.subarray(0, left)));
    this.#length += Math.min(left, line.byteLength);
    this.isComplete &&= line.byteLength <= left;
  }
}

const LINE_BREAK = 0x0a;
const LEAD_BYTES = 64;

/** The start of the next line with a non-ASCII byte, or -1. */
function nonAsciiLineStart(piece: Uint8Array, at: number): number {
  let first = at;
  while (first < piece.byteLength && (piece[first] ?? 0) < 0x80) first++;
  if (first === piece.byteLength) return -1;
  return Math.max(at, piece.lastIndexOf(LINE_BREAK, first) + 1, first - LEAD_BYTES);
}

function lineEnd(piece: Uint8Array, from: number): number {
  const found = piece.indexOf(LINE_BREAK, from);
  return found === -1 ? piece.byteLength : found + 1;
}
