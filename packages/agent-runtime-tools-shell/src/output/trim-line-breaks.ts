/** Removes line breaks at the end. A loop, because a regular expression is quadratic for many line breaks in the middle. */
export function trimLineBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
