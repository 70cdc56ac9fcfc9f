import { byteTable, type ByteTable } from './byte-table.ts';
import type { LegacyCharset } from './legacy-charset.ts';

/** Decodes and encodes a charset. A character with several byte sequences is encoded as the usual one. */
export interface LegacyCodec {
  /** Invalid bytes become U+FFFD. */
  decode(bytes: Uint8Array): string;
  /** Undefined if the charset lacks a character. */
  encode(text: string): Buffer | undefined;
  /** Whether decoding and encoding gives the same bytes. Reuses one buffer, for many parts of a large file. */
  keeps(bytes: Uint8Array): boolean;
}

/** The codec of a charset, created on first use. Undefined if the runtime was built without the charset. */
export function legacyCodec(charset: LegacyCharset): LegacyCodec | undefined {
  if (!codecs.has(charset)) codecs.set(charset, makeCodec(charset));
  return codecs.get(charset);
}

const codecs = new Map<LegacyCharset, LegacyCodec | undefined>();

function makeCodec(charset: LegacyCharset): LegacyCodec | undefined {
  const decode = decoderOf(charset);
  if (decode === undefined) return undefined;
  let made: ByteTable | undefined;
  const table = (): ByteTable => (made ??= byteTable(charset, decode));
  let scratch = new Uint8Array();
  return {
    decode,
    encode(text) {
      const bytes = Buffer.allocUnsafe(text.length * table().longest);
      const length = encodeInto(bytes, text, table());
      if (length === undefined) return undefined;
      return length === bytes.byteLength ? bytes : Buffer.from(bytes.subarray(0, length));
    },
    keeps(bytes) {
      const text = decode(bytes);
      const size = text.length * table().longest;
      if (scratch.byteLength < size) scratch = new Uint8Array(size);
      const length = encodeInto(scratch, text, table());
      return length !== undefined && Buffer.compare(scratch.subarray(0, length), bytes) === 0;
    },
  };
}

function decoderOf(charset: LegacyCharset): LegacyCodec['decode'] | undefined {
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    // GBK is GB18030 without the four-byte characters; the GB18030 decoder reads both.
    decoder = new TextDecoder(charset === 'gbk' ? 'gb18030' : charset, { ignoreBOM: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  // ICU follows IBM in Shift_JIS, where three control characters are swapped.
  const moved = new Map<string, string>();
  for (let byte = 0; byte < 0x80; byte++) {
    const character = decoder.decode(Uint8Array.of(byte));
    if (character !== String.fromCharCode(byte)) moved.set(character, String.fromCharCode(byte));
  }
  if (moved.size === 0) return (bytes) => decoder.decode(bytes);
  const any = new RegExp(`[${[...moved.keys()].map(escaped).join('')}]`, 'g');
  return (bytes) => decoder.decode(bytes).replaceAll(any, (control) => moved.get(control) ?? control);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns the number of bytes written, or undefined if the charset lacks a character. */
function encodeInto(bytes: Uint8Array, text: string, { basic, astral }: ByteTable): number | undefined {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes[length++] = unit;
      continue;
    }
    let code = basic[unit] ?? 0;
    if (unit >= 0xd800 && unit < 0xdc00) code = astral(text.codePointAt(index++) ?? 0);
    if (code === 0) return undefined;
    if (code > 0xffffff) bytes[length++] = code >>> 24;
    if (code > 0xffff) bytes[length++] = (code >>> 16) & 0xff;
    if (code > 0xff) bytes[length++] = (code >>> 8) & 0xff;
    bytes[length++] = code & 0xff;
  }
  return length;
}
