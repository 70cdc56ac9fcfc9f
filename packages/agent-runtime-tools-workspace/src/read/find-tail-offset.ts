import { checkSignal } from '../errors.ts';
import type { OpenFile } from '../fs/file-system.ts';
import { PIECE_BYTES } from '../text/encoding/byte-scanner.ts';
import { unitOf, type TextEncoding } from '../text/encoding/text-encoding.ts';
import { readInto } from './open-file.ts';
import { withPieceBuffer } from './piece-buffer.ts';
import { findBreakBefore } from './scan-lines.ts';

/** The offset of the last `lines` lines, found by reading from the end. `start` is where the text begins. */
export function findTailOffset(
  file: OpenFile,
  {
    size,
    start,
    lines,
    encoding,
    signal,
  }: { size: number; start: number; lines: number; encoding: TextEncoding; signal: AbortSignal | undefined },
): Promise<number> {
  let wanted = lines;
  const unit = unitOf(encoding);
  const last = size - ((size - start) % unit);
  return withPieceBuffer(async (buffer) => {
    for (let end = last; end > start;) {
      checkSignal(signal);
      const from = Math.max(start, end - PIECE_BYTES);
      const piece = await readInto(file, buffer.subarray(0, end - from), from);
      let at = findBreakBefore(piece, piece.byteLength, encoding);
      for (; at !== -1; at = findBreakBefore(piece, at - (at % unit), encoding)) {
        const begin = from + at + 1;
        // A line break at the very end does not begin another line.
        if (begin !== last && --wanted === 0) return begin;
      }
      end = from;
    }
    return start;
  });
}
