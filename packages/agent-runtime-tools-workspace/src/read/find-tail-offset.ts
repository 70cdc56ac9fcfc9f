import { checkSignal } from '../errors.ts';
import type { OpenFile } from '../fs/file-system.ts';
import { unitOf, type TextEncoding } from '../text/encoding/text-encoding.ts';
import { readInto } from './open-file.ts';
import { CHUNK_BYTES, findBreak } from './scan-lines.ts';

/** The offset of the last `lines` lines, found by reading from the end. `start` is where the text begins. */
export async function findTailOffset(
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
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const last = size - ((size - start) % unitOf(encoding));
  for (let end = last; end > start;) {
    checkSignal(signal);
    const from = Math.max(start, end - CHUNK_BYTES);
    const chunk = await readInto(file, buffer.subarray(0, end - from), from);
    for (const at of breaksIn(chunk, encoding).reverse()) {
      const begin = from + at + 1;
      // A line break at the very end does not begin another line.
      if (begin !== last && --wanted === 0) return begin;
    }
    end = from;
  }
  return start;
}

function breaksIn(chunk: Buffer, encoding: TextEncoding): number[] {
  const found: number[] = [];
  for (let at = findBreak(chunk, 0, encoding); at !== -1; at = findBreak(chunk, at + 1, encoding)) found.push(at);
  return found;
}
