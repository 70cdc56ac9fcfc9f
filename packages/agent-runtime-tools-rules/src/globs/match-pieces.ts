/**
 * Matches pieces of fixed length with anything between them: the first piece at the start, the last at the end, each of the
 * others at the first place where it fits. The first place is never worse than a later one, so nothing is tried twice and the
 * time grows with the text's length times the pattern's.
 *
 *     pattern  a*bc*d     pieces  a, bc, d
 *     text     abxbcd     a at 0, bc at 3, d at 5: a match
 *
 * `find` returns the first position from `from` to `to` where a piece fits, or -1.
 */
export function matchPieces<P extends { readonly length: number }>(
  pieces: readonly P[],
  length: number,
  find: (piece: P, from: number, to: number) => number,
): boolean {
  const first = pieces[0];
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return length === 0;
  if (pieces.length === 1) return first.length === length && find(first, 0, 0) === 0;
  const lastStart = length - last.length;
  if (lastStart < first.length || find(first, 0, 0) < 0 || find(last, lastStart, lastStart) < 0) return false;
  let at = first.length;
  for (let index = 1; index < pieces.length - 1; index++) {
    const piece = pieces[index];
    if (piece === undefined) break;
    const found = find(piece, at, lastStart - piece.length);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** Matches a text against literal pieces with anything between them: `['git ', ' --stat']` is `git * --stat`. */
export function matchLiteralPieces(pieces: readonly string[], text: string): boolean {
  return matchPieces(pieces, text.length, (piece, from, to) => findLiteral(text, piece, from, to));
}

export function findLiteral(text: string, piece: string, from: number, to: number): number {
  if (from > to) return -1;
  if (from === to) return text.startsWith(piece, from) ? from : -1;
  const found = text.indexOf(piece, from);
  return found > to ? -1 : found;
}
