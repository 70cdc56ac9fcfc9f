import { isUtf8 } from 'node:buffer';
import { joined, type BytePass } from './byte-pass.ts';

/** Whether the bytes are UTF-8 from the first to the last. */
export class Utf8Pass implements BytePass {
  isValid = true;
  #rest: Uint8Array = new Uint8Array();

  take(piece: Uint8Array): boolean {
    const bytes = joined(this.#rest, piece);
    const whole = wholeCharacters(bytes);
    this.isValid = isUtf8(whole);
    this.#rest = Uint8Array.from(bytes.subarray(whole.byteLength));
    return this.isValid;
  }

  end(): void {
    this.isValid &&= isUtf8(this.#rest);
  }
}

/** Without a character that the end may cut in two. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.byteLength; back++) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.byteLength - back);
  }
  return bytes;
}
