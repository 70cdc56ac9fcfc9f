/**
 * How well a query fits a name, from 0 (not at all) to 1 (the same).
 *
 *     parseConfig: parseConfig 1, parseconfig 0.95, parseConfigFile 0.8, readParseConfig 0.65, pC 0.6, prsCnfg 0.3
 */
export function fuzzyScore(query: string): (name: string) => number {
  const wanted = query.toLowerCase();
  const plainWanted = plain(wanted);
  return (name) => {
    if (query === name) return 1;
    const given = name.toLowerCase();
    if (wanted === given) return 0.95;
    if (plainWanted === '') return 0;
    // Every other fit has all letters in order: this rules out most names at little cost.
    const spread = subsequenceSpread(plainWanted, given);
    if (spread === undefined) return 0;
    const plainGiven = plain(given);
    if (plainWanted === plainGiven) return 0.9;
    const share = plainWanted.length / plainGiven.length;
    if (plainGiven.startsWith(plainWanted)) return 0.7 + 0.15 * share;
    if (plainGiven.includes(plainWanted)) return 0.5 + 0.2 * share;
    if (plainWanted.length > 1 && initialsOf(name).startsWith(plainWanted)) return 0.6;
    // A few letters occur in order in almost every long name.
    if (share < 0.3) return 0;
    return 0.2 + 0.2 * share * (plainWanted.length / (subsequenceSpread(plainWanted, plainGiven) ?? spread));
  };
}

function plain(text: string): string {
  return text.replaceAll(/[_$#-]/g, '');
}

/** `getSymbolInfo` and `get_symbol_info` have the initials `gsi`. */
function initialsOf(name: string): string {
  return (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+/g) ?? []).map((word) => word[0]?.toLowerCase() ?? '').join('');
}

/** The length of the part of a text that has all letters of the query in order; undefined if there is none. */
function subsequenceSpread(query: string, text: string): number | undefined {
  let [at, first] = [-1, 0];
  for (let index = 0; index < query.length; index++) {
    at = text.indexOf(query.charAt(index), at + 1);
    if (at === -1) return undefined;
    if (index === 0) first = at;
  }
  return at - first + 1;
}
