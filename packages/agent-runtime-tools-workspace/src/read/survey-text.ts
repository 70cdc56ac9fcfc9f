import { checkSignal } from '../errors.ts';
import { PIECE_BYTES, type BytePass } from '../text/byte-pass.ts';
import { findEncoding, HEAD_BYTES } from '../text/detect-encoding.ts';
import { LineEndingPass } from '../text/line-ending-pass.ts';
import type { LineEnding } from '../text/line-ending.ts';
import { markLength, markLengthIn, type TextEncoding } from '../text/text-encoding.ts';
import { readInto, readRange, type ReadableFile } from './open-file.ts';

/** How a text is written. */
export interface TextSurvey {
  readonly encoding: TextEncoding;
  readonly lineEnding: LineEnding;
  /** How many bytes at the start are a mark and no text. */
  readonly markBytes: number;
}

/** How a file of any size is written, judged by all of it in bounded memory. Undefined when it is no text. */
export async function surveyText(
  { file, stat: { size } }: ReadableFile,
  { signal }: { readonly signal: AbortSignal | undefined },
): Promise<TextSurvey | undefined> {
  const head = await readRange(file, 0, Math.min(HEAD_BYTES, size));
  const finding = findEncoding({ head, size });
  let step = finding.next();
  // What has to be read anyway serves both questions.
  const breaks = new LineEndingPass(step.done === true ? (step.value ?? 'utf-8') : 'utf-8');
  if (step.done === true) {
    if (step.value === undefined) return undefined;
    await showAll(file, [breaks], signal);
    return described(step.value, breaks);
  }
  await showAll(file, [step.value, breaks], signal);
  for (step = finding.next(); step.done !== true; step = finding.next()) await showAll(file, [step.value], signal);
  return step.value && described(step.value, breaks);
}

/** The same where the caller knows the encoding: nothing is judged. */
export async function surveyAs(
  encoding: TextEncoding,
  { file, stat: { size } }: ReadableFile,
  { signal }: { readonly signal: AbortSignal | undefined },
): Promise<TextSurvey> {
  const head = await readRange(file, 0, Math.min(HEAD_BYTES, size));
  const breaks = new LineEndingPass(encoding);
  await showAll(file, [breaks], signal);
  return { encoding, lineEnding: breaks.lineEnding, markBytes: markLengthIn(head, encoding) };
}

function described(encoding: TextEncoding, { lineEnding }: LineEndingPass): TextSurvey {
  return { encoding, lineEnding, markBytes: markLength(encoding) };
}

async function showAll(
  file: ReadableFile['file'],
  passes: readonly BytePass[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let wanting = passes;
  for (let position = 0; wanting.length > 0;) {
    checkSignal(signal);
    const piece = await readInto(file, buffer, position);
    if (piece.byteLength === 0) break;
    wanting = wanting.filter((pass) => pass.take(piece));
    position += piece.byteLength;
  }
  for (const pass of passes) pass.end();
}
