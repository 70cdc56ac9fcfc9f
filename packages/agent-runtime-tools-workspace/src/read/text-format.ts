import { checkSignal } from '../errors.ts';
import type { ByteScanner } from '../text/encoding/byte-scanner.ts';
import { findEncoding, HEAD_BYTES } from '../text/encoding/detect-encoding.ts';
import { LineEndingScanner } from '../text/line-ending-scanner.ts';
import type { LineEnding } from '../text/line-ending.ts';
import { markLength, markLengthIn, type TextEncoding } from '../text/encoding/text-encoding.ts';
import { readInto, readRange, type ReadableFile } from './open-file.ts';
import { withPieceBuffer } from './piece-buffer.ts';

/** How a text file is written. */
export interface TextFormat {
  readonly encoding: TextEncoding;
  readonly lineEnding: LineEnding;
  /** The length of the byte order mark. */
  readonly markBytes: number;
}

/** Detects the format from all bytes of a file, in bounded memory. Undefined if it is not text. */
export async function detectTextFormat(
  { file, stat: { size } }: ReadableFile,
  { signal }: { readonly signal: AbortSignal | undefined },
): Promise<TextFormat | undefined> {
  const head = await readRange(file, 0, Math.min(HEAD_BYTES, size));
  const detection = findEncoding({ head, size });
  let step = detection.next();
  // One pass over the file finds the line ending and serves the first scanner of the encoding.
  const lineEndings = new LineEndingScanner(step.done === true ? (step.value ?? 'utf-8') : 'utf-8');
  if (step.done === true) {
    if (step.value === undefined) return undefined;
    await scanFile(file, [lineEndings], signal);
    return formatOf(step.value, lineEndings);
  }
  await scanFile(file, [step.value, lineEndings], signal);
  for (step = detection.next(); step.done !== true; step = detection.next()) await scanFile(file, [step.value], signal);
  return step.value && formatOf(step.value, lineEndings);
}

/** The format of a file whose encoding the caller knows. */
export async function textFormatIn(
  encoding: TextEncoding,
  { file, stat: { size } }: ReadableFile,
  { signal }: { readonly signal: AbortSignal | undefined },
): Promise<TextFormat> {
  const head = await readRange(file, 0, Math.min(HEAD_BYTES, size));
  const lineEndings = new LineEndingScanner(encoding);
  await scanFile(file, [lineEndings], signal);
  return { encoding, lineEnding: lineEndings.lineEnding, markBytes: markLengthIn(head, encoding) };
}

function formatOf(encoding: TextEncoding, { lineEnding }: LineEndingScanner): TextFormat {
  return { encoding, lineEnding, markBytes: markLength(encoding) };
}

async function scanFile(
  file: ReadableFile['file'],
  passes: readonly ByteScanner[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await withPieceBuffer(async (buffer) => {
    let unfinished = passes;
    for (let position = 0; unfinished.length > 0;) {
      checkSignal(signal);
      const piece = await readInto(file, buffer, position);
      if (piece.byteLength === 0) break;
      unfinished = unfinished.filter((pass) => pass.take(piece));
      position += piece.byteLength;
    }
  });
  for (const pass of passes) pass.end();
}
