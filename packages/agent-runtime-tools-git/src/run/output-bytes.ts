/**
 * The process service decodes output to text, and git prints names in any bytes. windows-1252 gives each byte a character
 * of its own, so output that was decoded with it can be turned back into bytes.
 */
export const BYTE_ENCODING = 'windows-1252';

const byteOf = new Map<number, number>(
  [
    ...new TextDecoder(BYTE_ENCODING).decode(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      { stream: true },
    ),
  ].map((character, byte) => [character.codePointAt(0) ?? 0, byte]),
);

/** The bytes of output that was decoded with `BYTE_ENCODING`. */
export function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    bytes[at] = code < 0x80 ? code : (byteOf.get(code) ?? 0x3f);
  }
  return bytes;
}

export function utf8Text(bytes: Buffer): { readonly text: string; readonly isText: boolean } {
  try {
    return { text: STRICT.decode(bytes), isText: true };
  } catch {
    return { text: bytes.toString('utf8'), isText: false };
  }
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * A name as text. A name that is not UTF-8 is quoted as git quotes it.
 *
 *     63 61 66 e9    "caf\351"
 */
export function nameOf(bytes: Buffer): string {
  const { text, isText } = utf8Text(bytes);
  if (isText) return text;
  const quoted = [...bytes].map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${quoted.join('')}"`;
}
