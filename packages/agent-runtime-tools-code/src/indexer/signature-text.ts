const MAX_CHARS = 300;

/** Source text on one line: white space collapsed, no trailing brace, cut when it is very long. */
export function signatureText(source: string): string {
  const line = source
    .slice(0, MAX_CHARS * 4)
    .replaceAll(/\s+/g, ' ')
    .replace(/\s*(?:\{|=>|=)?\s*$/, '')
    .replace(/;$/, '')
    .trim();
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS - 1)}…` : line;
}
