/** The line break to use at a place of a text: that of the line before it, else that of the one it is in. */
export function lineBreakAt(text: string, index: number): string {
  const lf = text.lastIndexOf('\n', index - 1);
  const cr = text.lastIndexOf('\r', index - 1);
  if (index > 0 && (lf >= 0 || cr >= 0)) {
    if (cr > lf) return text.charAt(cr + 1) === '\n' ? '\r\n' : '\r';
    return lf > 0 && text.charAt(lf - 1) === '\r' ? '\r\n' : '\n';
  }
  return /\r\n|\r|\n/.exec(text.slice(index))?.[0] ?? '\n';
}
