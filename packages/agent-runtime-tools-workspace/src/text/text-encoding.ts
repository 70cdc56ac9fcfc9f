import { isUtf8 } from 'node:buffer';
import { decodeWindows1252, encodeWindows1252 } from './windows-1252.ts';

/** The encodings that are recognised and kept. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** By mark, then NUL (binary: undefined), then validity. `complete` says that the bytes are the whole file. */
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
  return isUtf8(complete ? bytes : wholeCharacters(bytes)) ? 'utf-8' : 'windows-1252';
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
  return encoding === 'windows-1252' ? decodeWindows1252(buffer) : buffer.toString('utf8');
}

/** The bytes with their mark, or undefined when the encoding lacks a character of the text. */
export function encodeText(text: string, encoding: TextEncoding): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return encodeWindows1252(text);
}

export const SAMPLE_BYTES = 8192;

/** Without a character that the end of the sample cuts in two. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.byteLength; back++) {
    const byte = bytes[bytes.byteLength - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.byteLength - back);
  }
  return bytes;
}
