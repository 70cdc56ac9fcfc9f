/** A text without the line breaks at its end. Not by a pattern, which would take long where there are many before that. */
export function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
