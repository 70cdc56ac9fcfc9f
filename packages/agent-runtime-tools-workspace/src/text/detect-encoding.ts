import { passOver, type BytePass } from './byte-pass.ts';
import { detectCharset } from './detect-charset.ts';
import { KeptPass } from './kept-pass.ts';
import type { LegacyCharset } from './legacy-charset.ts';
import { TellingPass } from './telling-pass.ts';
import type { TextEncoding } from './text-encoding.ts';
import { Utf8Pass } from './utf8-pass.ts';

/** Of bytes that are all there. Undefined when they are no text. */
export function detectEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const finding = findEncoding({ head: bytes.subarray(0, HEAD_BYTES), size: bytes.byteLength });
  for (;;) {
    const step = finding.next();
    if (step.done === true) return step.value;
    passOver(bytes, step.value);
  }
}

/**
 * By mark, then NUL (binary: undefined), then validity, then the charset for which there is good evidence, else
 * Windows-1252. `head` is the beginning. Yields what has to be shown all of the bytes before it goes on.
 */
export function* findEncoding({
  head,
  size,
}: {
  readonly head: Uint8Array;
  readonly size: number;
}): Generator<BytePass, TextEncoding | undefined, void> {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf)
    return (yield* isValidUtf8()) ? 'utf-8-bom' : 'windows-1252';
  const isEven = size % 2 === 0;
  if (head[0] === 0xff && head[1] === 0xfe && isEven) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff && isEven) return 'utf-16be';
  if (head.includes(0)) return undefined;
  return (yield* isValidUtf8()) ? 'utf-8' : yield* legacyEncoding();
}

/** The beginning of a file in which a NUL means that it is no text; also how much of it is looked at for its charset. */
export const HEAD_BYTES = 8192;

function* isValidUtf8(): Generator<BytePass, boolean, void> {
  const utf8 = new Utf8Pass();
  yield utf8;
  return utf8.isValid;
}

/** What the lines outside ASCII tell, provided that all of the bytes then come back from the text. */
function* legacyEncoding(): Generator<BytePass, TextEncoding, void> {
  const telling = new TellingPass(HEAD_BYTES);
  yield telling;
  const charset = detectCharset(telling.sample, { complete: telling.isComplete });
  // Characters of the larger one may come late in the file.
  const candidates: (LegacyCharset | undefined)[] = charset === 'gbk' ? ['gbk', 'gb18030'] : [charset];
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const kept = new KeptPass(candidate);
    yield kept;
    if (kept.isKept) return candidate;
  }
  return 'windows-1252';
}
