import { scanBytes, type ByteScanner } from './byte-scanner.ts';
import { detectCharset } from './detect-charset.ts';
import { RoundTripScanner } from './round-trip-scanner.ts';
import type { LegacyCharset } from './legacy-charset.ts';
import { NonAsciiSampler } from './non-ascii-sampler.ts';
import type { TextEncoding } from './text-encoding.ts';
import { Utf8Scanner } from './utf8-scanner.ts';

/** Detects the encoding of bytes in memory. Undefined if they are not text. */
export function detectEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const detection = findEncoding({ head: bytes.subarray(0, HEAD_BYTES), size: bytes.byteLength });
  for (;;) {
    const step = detection.next();
    if (step.done === true) return step.value;
    scanBytes(bytes, step.value);
  }
}

/**
 * Detects by byte order mark, then by NUL (binary: undefined), then by UTF-8 validity, then by the charset with good
 * evidence, else Windows-1252. `head` is the beginning of the file. Yields scanners that the caller runs over all bytes
 * before it resumes.
 */
export function* findEncoding({
  head,
  size,
}: {
  readonly head: Uint8Array;
  readonly size: number;
}): Generator<ByteScanner, TextEncoding | undefined, void> {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf)
    return (yield* isValidUtf8()) ? 'utf-8-bom' : 'windows-1252';
  const isEven = size % 2 === 0;
  if (head[0] === 0xff && head[1] === 0xfe && isEven) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff && isEven) return 'utf-16be';
  if (head.includes(0)) return undefined;
  return (yield* isValidUtf8()) ? 'utf-8' : yield* legacyEncoding();
}

/** A NUL in this many first bytes means that the file is not text; also the size of the sample for charset detection. */
export const HEAD_BYTES = 8192;

function* isValidUtf8(): Generator<ByteScanner, boolean, void> {
  const utf8 = new Utf8Scanner();
  yield utf8;
  return utf8.isValid;
}

/** The charset of the non-ASCII lines, if all bytes of the file round-trip in it. */
function* legacyEncoding(): Generator<ByteScanner, TextEncoding, void> {
  const sampler = new NonAsciiSampler(HEAD_BYTES);
  yield sampler;
  const charset = detectCharset(sampler.sample, { complete: sampler.isComplete });
  // Characters that only GB18030 has may come late in the file.
  const candidates: (LegacyCharset | undefined)[] = charset === 'gbk' ? ['gbk', 'gb18030'] : [charset];
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    const roundTrip = new RoundTripScanner(candidate);
    yield roundTrip;
    if (roundTrip.isLossless) return candidate;
  }
  return 'windows-1252';
}
