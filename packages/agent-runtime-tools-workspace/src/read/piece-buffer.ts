import { PIECE_BYTES } from '../text/encoding/byte-scanner.ts';

const free: Buffer[] = [];
const MAX_FREE = 8;

/**
 * Lends a buffer of `PIECE_BYTES` until `use` has ended. Buffers are used again: a new one for every read makes the garbage
 * collector run so often that other calls wait for it.
 */
export async function withPieceBuffer<T>(use: (buffer: Buffer) => Promise<T>): Promise<T> {
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  try {
    return await use(buffer);
  } finally {
    if (free.length < MAX_FREE) free.push(buffer);
  }
}
