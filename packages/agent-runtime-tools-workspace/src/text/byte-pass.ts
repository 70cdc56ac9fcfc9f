/** One look at all the bytes of a file in their order, in pieces of any length: the same for a file of any size. */
export interface BytePass {
  /** False when nothing more is wanted. The piece is read into again: what is kept of it is copied. */
  take(piece: Uint8Array): boolean;
  /** After the last piece. */
  end(): void;
}

/** Shows a pass bytes that are all there. */
export function passOver(bytes: Uint8Array, pass: BytePass): void {
  for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES)
    if (!pass.take(bytes.subarray(from, from + PIECE_BYTES))) break;
  pass.end();
}

/** Even, so that no unit of UTF-16 is cut. */
export const PIECE_BYTES = 256 * 1024;

/** What is left of the piece before, and this one. */
export function joined(rest: Uint8Array, piece: Uint8Array): Buffer {
  if (rest.byteLength > 0) return Buffer.concat([rest, piece]);
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}
