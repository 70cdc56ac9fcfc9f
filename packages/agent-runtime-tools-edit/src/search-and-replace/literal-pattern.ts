/** A text as a pattern that matches it and nothing else, at a cost that only its length decides. */
export function literalPattern(search: string, { ignoreCase }: { ignoreCase: boolean }): RegExp {
  const source = search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '(?:\\r\\n|\\r|\\n)');
  return new RegExp(source, ignoreCase ? 'giu' : 'gu');
}
