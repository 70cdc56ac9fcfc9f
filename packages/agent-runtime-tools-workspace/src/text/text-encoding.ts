import { isUtf8 } from 'node:buffer';
import { detectCharset } from './detect-charset.ts';
import type { LegacyCharset } from './legacy-charset.ts';
import { legacyCodec } from './legacy-codec.ts';
import { decodeWindows1252, encodeWindows1252 } from './windows-1252.ts';

/** The encodings that are recognised and kept. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252' | LegacyCharset;

/**
 * By mark, then NUL (binary: undefined), then validity, then the charset for which there is good evidence, else
 * Windows-1252. `complete` says that the bytes are the whole file.
 */
export function detectEncoding(
  bytes: Uint8Array,
  { complete = true }: { complete?: boolean } = {},
): TextEncoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return isUtf8(complete ? bytes : wholeCharacters(bytes)) ? 'utf-8-bom' : 'windows-1252';
  }
  const even = !complete || bytes.byteLength % 2 === 0;
  if (bytes[0] === 0xff && bytes[1] === 0xfe && even) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff && even) return 'utf-16be';
  if (bytes.subarray(0, SAMPLE_BYTES).includes(0)) return undefined;
  return isUtf8(complete ? bytes : wholeCharacters(bytes)) ? 'utf-8' : legacyEncoding(bytes, { complete });
}

/** How many bytes at the start are a mark and no text. */
export function markLength(encoding: TextEncoding): number {
  if (encoding === 'utf-8-bom') return 3;
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 0;
}

/** Text from bytes without their mark. Encoding the result again gives the same bytes. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding === 'utf-16le') return buffer.toString('utf16le');
  if (encoding === 'utf-16be')
    return Buffer.from(buffer.subarray(0, buffer.byteLength & ~1))
      .swap16()
      .toString('utf16le');
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return buffer.toString('utf8');
  const codec = encoding === 'windows-1252' ? undefined : legacyCodec(encoding);
  return codec?.decode(buffer) ?? decodeWindows1252(buffer);
}

/** The bytes with their mark, or undefined when the encoding lacks a character of the text. */
export function encodeText(text: string, encoding: TextEncoding): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return encoding === 'windows-1252' ? encodeWindows1252(text) : legacyCodec(encoding)?.encode(text);
}

export const SAMPLE_BYTES = 8192;

/** The start decides, as it does for who reads only that; all of the bytes must then come back from the text. */
function legacyEncoding(bytes: Uint8Array, { complete }: { complete: boolean }): TextEncoding {
  const from = firstTelling(bytes);
  const sample = bytes.subarray(from, from + SAMPLE_BYTES);
  const isWhole = complete && from + sample.byteLength === bytes.byteLength;
  const charset = detectCharset(sample, { complete: isWhole });
  if (charset === undefined) return 'windows-1252';
  if (!complete) return charset;
  // Characters of the larger one may come late in the file.
  const candidates: LegacyCharset[] = charset === 'gbk' ? ['gbk', 'gb18030'] : [charset];
  return candidates.find((candidate) => isKept(bytes, candidate)) ?? 'windows-1252';
}

/** The start, unless all of that is ASCII: then the first line that is not. */
function firstTelling(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  return first < SAMPLE_BYTES ? 0 : bytes.lastIndexOf(0x0a, first) + 1;
}

function isKept(bytes: Uint8Array, charset: LegacyCharset): boolean {
  return encodeText(decodeText(bytes, charset), charset)?.equals(bytes) ?? false;
}

/** Without a character that the end of the sample cuts in two. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.byteLength; back++) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.byteLength - back);
  }
  return bytes;
}
