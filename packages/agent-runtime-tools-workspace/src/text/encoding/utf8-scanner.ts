import { isUtf8 } from 'node:buffer';
import { joinPieces, type ByteScanner } from './byte-scanner.ts';

/** Checks that all bytes are valid UTF-8. */
export class Utf8Scanner implements ByteScanner {
  isValid = true;
  #rest: Uint8Array = new Uint8Array();

  take(piece: Uint8Array): boolean {
    const bytes = joinPieces(this.#rest, piece);
    const whole = wholeCharacters(bytes);
    this.isValid = isUtf8(whole);
    this.#rest = Uint8Array.from(bytes.subarray(whole.byteLength));
    return this.isValid;
  }

  end(): void {
    this.isValid &&= isUtf8(this.#rest);
  }
}

/** The bytes without a character that the end of the piece may split. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.byteLength; back++) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.byteLength - back);
  }
  return bytes;
}
