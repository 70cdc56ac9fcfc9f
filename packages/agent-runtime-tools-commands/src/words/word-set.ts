/** A set of the words in these texts. */
export function wordSet(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(' ')));
}
