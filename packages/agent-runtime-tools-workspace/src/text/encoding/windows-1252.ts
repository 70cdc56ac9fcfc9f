/** Every byte is exactly one character, so that decoding is lossless. */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (character) => HIGH[character.charCodeAt(0) - 0x80] ?? character);
}

/** Undefined if the charset lacks a character. */
export function encodeWindows1252(text: string): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const byte = code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : BYTES.get(code);
    if (byte === undefined) return undefined;
    bytes[index] = byte;
  }
  return bytes;
}

/** The characters of 0x80 to 0x9f; the five unassigned bytes are control characters. */
const HIGH = [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'];
const BYTES = new Map(HIGH.map((character, index) => [character.charCodeAt(0), 0x80 + index]));
