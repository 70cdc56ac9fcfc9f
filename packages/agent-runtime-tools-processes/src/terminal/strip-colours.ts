/**
 * Removes colours (with the line erasing that accompanies them) and turns CRLF into LF. If `cleanText` removes no more than
 * this, the raw output need not be kept.
 */
export function stripColours(text: string): string {
  const plain = text.includes('\u001B') ? text.replaceAll(STYLE, '') : text;
  return plain.includes('\r') ? plain.replaceAll('\r\n', '\n') : plain;
}

const STYLE = /\u001B\[(?:[\d;:]*m|0?K)/g;
