import { refuse, workspaceErrors } from '../errors.ts';
import { decodeText, detectEncoding, encodeText, markLength, type TextEncoding } from './text-encoding.ts';
import { detectLineEnding, type LineEnding } from './line-ending.ts';

/** A file's text, exactly as it stands, and what is needed to write it back in the same manner. */
export interface TextFile {
  /** Without the byte order mark; line endings as they are. */
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly lineEnding: LineEnding;
  readonly finalNewline: boolean;
}

/** Fails with BINARY_FILE when the bytes are no text. */
export function parseTextFile(bytes: Uint8Array, path = 'The file'): TextFile {
  return (
    readTextFile(bytes) ?? refuse(workspaceErrors.BINARY_FILE({ message: `${path} is not text.`, details: { path } }))
  );
}

/** Undefined when the bytes are no text. */
export function readTextFile(bytes: Uint8Array): TextFile | undefined {
  const encoding = detectEncoding(bytes);
  if (encoding === undefined) return undefined;
  const text = decodeText(bytes.subarray(markLength(encoding)), encoding);
  return { text, encoding, lineEnding: detectLineEnding(text), finalNewline: /[\r\n]$/.test(text) };
}

/** The bytes of a text in an encoding. What was not changed gets the bytes it had. */
export function encodeTextFile(text: string, encoding: TextEncoding = 'utf-8'): Buffer {
  return (
    encodeText(text, encoding) ??
    refuse(workspaceErrors.NOT_ENCODABLE({ message: `The text has characters that ${encoding} cannot express.` }))
  );
}
