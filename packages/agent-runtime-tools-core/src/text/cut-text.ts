/** Keeps the head and the tail of a text that is too long. A marker between them says how much is missing. */
export function cutText(text: string, maxChars: number, note: string): string {
  if (text.length <= maxChars) return text;
  const marker = (left: number): string => `\n[... ${left} characters left out${note && `; ${note}`} ...]\n`;
  const room = Math.max(0, maxChars - marker(text.length).length);
  const head = wholeCharacters(text.slice(0, Math.ceil(room * HEAD_SHARE)));
  const tail = wholeCharacters(text.slice(text.length - (room - head.length)));
  return head + marker(text.length - head.length - tail.length) + tail;
}

const HEAD_SHARE = 0.6;

/** Drops halves of surrogate pairs that a cut has left at either end. */
function wholeCharacters(text: string): string {
  const start = /^[\udc00-\udfff]/.test(text) ? 1 : 0;
  const end = /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length;
  return text.slice(start, end);
}
