/** Scans the bytes of a file in order, in pieces of any length, so that it works in bounded memory. */
export interface ByteScanner {
  /** Returns false when it needs no more bytes. The buffer of the piece is reused, so kept bytes must be copied. */
  take(piece: Uint8Array): boolean;
  /** After the last piece. */
  end(): void;
}

/** Runs a scanner over bytes in memory. */
export function scanBytes(bytes: Uint8Array, scanner: ByteScanner): void {
  for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES)
    if (!scanner.take(bytes.subarray(from, from + PIECE_BYTES))) break;
  scanner.end();
}

/** Even, so that no UTF-16 unit is split. */
export const PIECE_BYTES = 256 * 1024;

/** Joins the unprocessed rest of the last piece with the next one. */
export function joinPieces(rest: Uint8Array, piece: Uint8Array): Buffer {
  if (rest.byteLength > 0) return Buffer.concat([rest, piece]);
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}
