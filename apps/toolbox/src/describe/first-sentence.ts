/** The first sentence of a text, on one line: enough to tell a tool from the others. */
export function firstSentence(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return /^.*?(?<!\b(?:e\.g|i\.e|etc))[.!?](?=\s[A-Z`"'(]|$)/.exec(line)?.[0] ?? line;
}
