import { isAscii } from 'node:buffer';
import { joined, type BytePass } from './byte-pass.ts';
import type { LegacyCharset } from './legacy-charset.ts';
import { legacyCodec } from './legacy-codec.ts';

/** Whether all bytes come back from the text that a charset makes of them. */
export class KeptPass implements BytePass {
  isKept = true;
  readonly #charset: LegacyCharset;
  #rest: Uint8Array = new Uint8Array();

  constructor(charset: LegacyCharset) {
    this.#charset = charset;
  }

  take(piece: Uint8Array): boolean {
    // Small parts, whose text and bytes are gone as soon as they are compared: a large file takes no more memory for it.
    for (let from = 0; from < piece.byteLength && this.isKept; from += PART_BYTES)
      this.#takePart(piece.subarray(from, from + PART_BYTES));
    return this.isKept;
  }

  end(): void {
    this.isKept &&= this.#comesBack(this.#rest);
  }

  #takePart(part: Uint8Array): void {
    if (this.#rest.byteLength === 0 && isAscii(part)) return;
    const bytes = joined(this.#rest, part);
    const end = this.#lastBoundary(bytes);
    this.isKept = end !== undefined;
    this.#rest = Uint8Array.from(bytes.subarray(end));
  }

  /** The end of the last whole character, when all up to there come back. A character has four bytes at most. */
  #lastBoundary(bytes: Uint8Array): number | undefined {
    const safe = bytes.findLastIndex((byte) => byte < NEVER_WITHIN) + 1;
    if (safe > 0) return this.#comesBack(bytes.subarray(0, safe)) ? safe : undefined;
    const ends = [0, 1, 2, 3].map((back) => bytes.byteLength - back);
    return ends.find((end) => end >= 0 && this.#comesBack(bytes.subarray(0, end)));
  }

  #comesBack(bytes: Uint8Array): boolean {
    return legacyCodec(this.#charset)?.keeps(bytes) ?? false;
  }
}

const PART_BYTES = 16 * 1024;
/** No charset uses lower bytes as a part of a longer character. */
const NEVER_WITHIN = 0x30;
