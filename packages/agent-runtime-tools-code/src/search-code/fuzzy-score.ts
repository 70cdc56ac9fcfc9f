/**
 * How well a query fits a name, from 0 (not at all) to 1 (the same).
 *
 *     parseConfig: parseConfig 1, parseconfig 0.95, parseConfigFile 0.8, readParseConfig 0.65, pC 0.6, prsCnfg 0.3
 */
export function fuzzyScore(query: string, name: string): number {
  if (query === name) return 1;
  const [wanted, given] = [query.toLowerCase(), name.toLowerCase()];
  if (wanted === given) return 0.95;
  const plain = [wanted, given].map((text) => text.replaceAll(/[_$#-]/g, ''));
  const [plainWanted = '', plainGiven = ''] = plain;
  if (plainWanted === '') return 0;
  if (plainWanted === plainGiven) return 0.9;
  const share = plainWanted.length / plainGiven.length;
  if (plainGiven.startsWith(plainWanted)) return 0.7 + 0.15 * share;
  if (plainGiven.includes(plainWanted)) return 0.5 + 0.2 * share;
  if (initialsOf(name).startsWith(plainWanted) && plainWanted.length > 1) return 0.6;
  const spread = subsequenceSpread(plainWanted, plainGiven);
  // A few letters occur in order in almost every long name.
  return spread === undefined || share < 0.3 ? 0 : 0.2 + 0.2 * share * (plainWanted.length / spread);
}

/** `getSymbolInfo` and `get_symbol_info` have the initials `gsi`. */
function initialsOf(name: string): string {
  return (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+/g) ?? []).map((word) => word[0]?.toLowerCase() ?? '').join('');
}

/** The length of the part of a text that has all letters of the query in order; undefined if there is none. */
function subsequenceSpread(query: string, text: string): number | undefined {
  let at = -1;
  let first = 0;
  for (const [index, letter] of [...query].entries()) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return undefined;
    if (index === 0) first = at;
  }
  return at - first + 1;
}
