/**
 * Printed text without what nobody misses: colours, the line erasing that comes with them, and the returns of Windows.
 * Where `cleanText` takes away no more than this, the text as it was printed need not be kept.
 */
export function withoutStyle(text: string): string {
  const plain = text.includes('\u001B') ? text.replaceAll(STYLE, '') : text;
  return plain.includes('\r') ? plain.replaceAll('\r\n', '\n') : plain;
}

const STYLE = /\u001B\[(?:[\d;:]*m|0?K)/g;
