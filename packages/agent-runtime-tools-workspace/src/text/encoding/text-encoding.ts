import { LEGACY_CHARSETS } from './legacy-charset.ts';
import { legacyCodec } from './legacy-codec.ts';
import { decodeWindows1252, encodeWindows1252 } from './windows-1252.ts';

/** The encodings that are recognised, kept and written. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-8-bom',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  ...LEGACY_CHARSETS,
] as const;

export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** The length of the byte order mark that files in this encoding have. */
export function markLength(encoding: TextEncoding): number {
  if (encoding === 'utf-8-bom') return 3;
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 0;
}

/** The length of the byte order mark that a file in this encoding actually has. */
export function markLengthIn(head: Uint8Array, encoding: TextEncoding): number {
  const mark = encodeText('', encoding === 'utf-8' ? 'utf-8-bom' : encoding) ?? new Uint8Array();
  return Buffer.compare(head.subarray(0, mark.byteLength), mark) === 0 ? mark.byteLength : 0;
}

/** The number of bytes of a code unit. */
export function unitOf(encoding: TextEncoding): 1 | 2 {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1;
}

/** Decodes bytes without a byte order mark. Encoding the result gives the same bytes. */
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

/** Encodes text with a byte order mark; undefined if the encoding lacks a character. */
export function encodeText(text: string, encoding: TextEncoding): Buffer | undefined {
  if (encoding === 'utf-8') return encodeUtf8(text);
  if (encoding === 'utf-8-bom') return encodeUtf8(`\ufeff${text}`);
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return encoding === 'windows-1252' ? encodeWindows1252(text) : legacyCodec(encoding)?.encode(text);
}

/** A lone surrogate, which UTF-16 files can contain, cannot be encoded: UTF-8 would replace it. */
function encodeUtf8(text: string): Buffer | undefined {
  return text.isWellFormed() ? Buffer.from(text, 'utf8') : undefined;
}
