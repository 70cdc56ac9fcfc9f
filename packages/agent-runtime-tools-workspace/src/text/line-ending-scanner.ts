import type { ByteScanner } from './encoding/byte-scanner.ts';
import { lineEndingOf, type LineEnding } from './line-ending.ts';
import { unitOf, type TextEncoding } from './encoding/text-encoding.ts';

/** Finds the line ending of a whole file. In all encodings but UTF-16 line breaks are the same bytes. */
export class LineEndingScanner implements ByteScanner {
  readonly #encoding: TextEncoding;
  #crlf = false;
  #lf = false;
  #cr = false;
  /** The last character was a carriage return: the next one tells CR from CRLF. */
  #afterReturn = false;

  constructor(encoding: TextEncoding) {
    this.#encoding = encoding;
  }

  get lineEnding(): LineEnding {
    return lineEndingOf({ crlf: this.#crlf, lf: this.#lf, cr: this.#cr });
  }

  take(piece: Uint8Array): boolean {
    const unit = unitOf(this.#encoding);
    if (unit === 1 && !this.#afterReturn && !piece.includes(CARRIAGE_RETURN)) this.#lf ||= piece.includes(LINE_FEED);
    else if (unit === 1) this.#scan(piece);
    else this.#scan(unitsOf(piece, this.#encoding));
    return this.lineEnding !== 'mixed';
  }

  end(): void {
    this.#cr ||= this.#afterReturn;
  }

  /** A loop over numbers, which is many times faster than a regular expression. */
  #scan(codes: Uint8Array | Uint16Array): void {
    let [before, crlf, lf, cr] = [this.#afterReturn ? CARRIAGE_RETURN : 0, this.#crlf, this.#lf, this.#cr];
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0;
      if (code === LINE_FEED && before === CARRIAGE_RETURN) crlf = true;
      else if (code === LINE_FEED) lf = true;
      else if (before === CARRIAGE_RETURN) cr = true;
      before = code;
    }
    [this.#crlf, this.#lf, this.#cr] = [crlf, lf, cr];
    this.#afterReturn = before === CARRIAGE_RETURN;
  }
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

function unitsOf(piece: Uint8Array, encoding: TextEncoding): Uint16Array {
  const units = new Uint16Array(piece.byteLength >> 1);
  const [low, high] = encoding === 'utf-16le' ? [0, 1] : [1, 0];
  for (let at = 0; at < units.length; at++)
    units[at] = (piece[at * 2 + low] ?? 0) + (piece[at * 2 + high] ?? 0) * 0x100;
  return units;
}
