import type { BytePass } from './byte-pass.ts';

/**
 * The first lines that are not all ASCII, wherever they stand: those alone tell the charset of a text. A long line
 * counts from a little before its first such byte. In every charset we know a character neither contains a line break
 * nor follows ASCII within itself, so that none is cut at the front.
 */
export class TellingPass implements BytePass {
  readonly #limit: number;
  readonly #pieces: Buffer[] = [];
  #length = 0;
  #isWithin = false;
  /** False when the sample ends before the line does, maybe within a character. */
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
      const from = this.#isWithin ? at : tellingStart(piece, at);
      if (from === -1) return true;
      const end = lineEnd(piece, from);
      this.#keep(piece.subarray(from, end));
      this.#isWithin = piece[end - 1] !== LINE_BREAK;
      at = end;
    }
    return true;
  }

  end(): void {}

  #keep(line: Uint8Array): void {
    const room = this.#limit - this.#length;
    this.#pieces.push(Buffer.from(line.subarray(0, room)));
    this.#length += Math.min(room, line.byteLength);
    this.isComplete &&= line.byteLength <= room;
  }
}

const LINE_BREAK = 0x0a;
const LEAD_BYTES = 64;

/** Where the next line outside ASCII begins, or -1. */
function tellingStart(piece: Uint8Array, at: number): number {
  let first = at;
  while (first < piece.byteLength && (piece[first] ?? 0) < 0x80) first++;
  if (first === piece.byteLength) return -1;
  return Math.max(at, piece.lastIndexOf(LINE_BREAK, first) + 1, first - LEAD_BYTES);
}

function lineEnd(piece: Uint8Array, from: number): number {
  const found = piece.indexOf(LINE_BREAK, from);
  return found === -1 ? piece.byteLength : found + 1;
}
