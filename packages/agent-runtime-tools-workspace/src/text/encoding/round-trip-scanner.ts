import { isAscii } from 'node:buffer';
import { joinPieces, type ByteScanner } from './byte-scanner.ts';
import type { LegacyCharset } from './legacy-charset.ts';
import { legacyCodec } from './legacy-codec.ts';

/** Checks that decoding all bytes in a charset and encoding the text again gives the same bytes. */
export class RoundTripScanner implements ByteScanner {
  isLossless = true;
  readonly #charset: LegacyCharset;
  #rest: Uint8Array = new Uint8Array();

  constructor(charset: LegacyCharset) {
    this.#charset = charset;
  }

  take(piece: Uint8Array): boolean {
    // In small parts, whose memory is freed quickly, so that a large file needs no more than a small one.
    for (let from = 0; from < piece.byteLength && this.isLossless; from += PART_BYTES)
      this.#takePart(piece.subarray(from, from + PART_BYTES));
    return this.isLossless;
  }

  end(): void {
    this.isLossless &&= this.#roundTrips(this.#rest);
  }

  #takePart(part: Uint8Array): void {
    if (this.#rest.byteLength === 0 && isAscii(part)) return;
    const bytes = joinPieces(this.#rest, part);
    const end = this.#lastBoundary(bytes);
    this.isLossless = end !== undefined;
    this.#rest = Uint8Array.from(bytes.subarray(end));
  }

  /** The end of the last whole character, if all bytes up to there round-trip. A character has at most four bytes. */
  #lastBoundary(bytes: Uint8Array): number | undefined {
    const safe = bytes.findLastIndex((byte) => byte < MIN_TRAIL_BYTE) + 1;
    if (safe > 0) return this.#roundTrips(bytes.subarray(0, safe)) ? safe : undefined;
    const ends = [0, 1, 2, 3].map((back) => bytes.byteLength - back);
    return ends.find((end) => end >= 0 && this.#roundTrips(bytes.subarray(0, end)));
  }

  #roundTrips(bytes: Uint8Array): boolean {
    return legacyCodec(this.#charset)?.keeps(bytes) ?? false;
  }
}

const PART_BYTES = 16 * 1024;
/** No charset uses lower bytes within a multi-byte character. */
const MIN_TRAIL_BYTE = 0x30;
