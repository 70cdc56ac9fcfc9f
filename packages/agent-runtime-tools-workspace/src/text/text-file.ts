import { refuse, workspaceErrors } from '../errors.ts';
import { detectEncoding } from './encoding/detect-encoding.ts';
import { decodeText, encodeText, markLength, type TextEncoding } from './encoding/text-encoding.ts';
import { detectLineEnding, type LineEnding } from './line-ending.ts';

/** The text of a file, and what is needed to write it back in the same format. */
export interface TextFile {
  /** Without the byte order mark; line endings as they are. */
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly lineEnding: LineEnding;
  readonly finalNewline: boolean;
}

/** Fails with BINARY_FILE if the bytes are not text. */
export function parseTextFile(bytes: Uint8Array, path = 'The file'): TextFile {
  return (
    readTextFile(bytes) ?? refuse(workspaceErrors.BINARY_FILE({ message: `${path} is not text.`, details: { path } }))
  );
}

/** Undefined if the bytes are not text. */
export function readTextFile(bytes: Uint8Array): TextFile | undefined {
  const encoding = detectEncoding(bytes);
  if (encoding === undefined) return undefined;
  const text = decodeText(bytes.subarray(markLength(encoding)), encoding);
  return { text, encoding, lineEnding: detectLineEnding(text), finalNewline: /[\r\n]$/.test(text) };
}

/** Encodes a text. Fails with NOT_ENCODABLE instead of replacing characters. */
export function encodeTextFile(text: string, encoding: TextEncoding = 'utf-8'): Buffer {
  return encodeText(text, encoding) ?? refuse(notEncodable(text, encoding));
}

function notEncodable(text: string, encoding: TextEncoding): ReturnType<typeof workspaceErrors.NOT_ENCODABLE> {
  const different = new Set(text.match(/[^\x00-\x7f]/gu));
  const missing = [...different].filter((character) => encodeText(character, encoding) === undefined);
  const [first = ''] = missing;
  const line = text.slice(0, text.indexOf(first)).split('\n').length;
  const shown = missing.slice(0, MAX_SHOWN).map((character) => codePoint(character));
  const more = missing.length > MAX_SHOWN ? `, and ${missing.length - MAX_SHOWN} more` : '';
  return workspaceErrors.NOT_ENCODABLE({
    message: `The text has characters that ${encoding} cannot express: ${shown.join(', ')}${more} (first in line ${line}).`,
    details: { encoding, characters: shown, line },
  });
}

const MAX_SHOWN = 5;

function codePoint(character: string): string {
  const number = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `${character} (${number})` : number;
}
