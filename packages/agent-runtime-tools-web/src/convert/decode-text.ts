/** A text and the encoding that it was found to be in. */
export interface DecodedText {
  readonly text: string;
  readonly charset: string;
}

/**
 * Decodes the body of a response. The byte order mark decides, then the header, then what the first bytes of an HTML or XML
 * document declare; without any of these it is UTF-8 if it is valid, else Windows-1252. Labels that nobody knows are ignored.
 */
export function decodeText(bytes: Uint8Array, contentType: string): DecodedText {
  const charset =
    byteOrderMark(bytes) ?? known(charsetOf(contentType)) ?? known(declaredCharset(bytes)) ?? guessed(bytes);
  return { text: new TextDecoder(charset).decode(bytes), charset };
}

export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/** `<meta charset=...>`, `<meta http-equiv ... content="...; charset=...">`, `<?xml ... encoding="..."?>`. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  return (
    /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{1,40})/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]{1,40})/i.exec(head)?.[1]
  );
}

const HEAD_BYTES = 2048;

function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function guessed(bytes: Uint8Array): string {
  try {
    // A character that was cut off at the end does not count.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
