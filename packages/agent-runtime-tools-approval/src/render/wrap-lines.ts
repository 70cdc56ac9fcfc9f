/**
 * Wraps a visible text at `width` columns, the first line at `first`, so that the terminal never has to wrap a line itself.
 * Terminals disagree about the width of some characters, so every character counts as the widest of them show it.
 */
export function wrapLines(text: string, width: number, first = width): string[] {
  if (text.length <= first && PLAIN.test(text)) return [text];
  const lines: string[] = [];
  let line = '';
  let left = first;
  for (const letter of PLAIN.test(text) ? text : graphemesOf(text)) {
    const columns = letter.length === 1 && letter < '\u0300' ? 1 : columnsOf(letter);
    if (columns > left && (line !== '' || lines.length === 0)) {
      lines.push(line);
      line = '';
      left = width;
    }
    line += letter;
    left -= columns;
  }
  return [...lines, line];
}

/** An upper bound for the width of a grapheme: the sum of its characters. */
function columnsOf(grapheme: string): number {
  let columns = 0;
  for (const character of grapheme) columns += /^\p{Mn}$/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return grapheme.includes('\ufe0f') ? columns + 1 : columns;
}

function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

let segmenter: Intl.Segmenter | undefined;
const PLAIN = /^[\u0020-\u007e]*$/;
/** East Asian wide and full-width characters, and emoji. */
const WIDE =
  /[\u1100-\u115f\u231a-\u23ff\u2614-\u27bf\u2b1b-\u2b55\u2e80-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18fff}\u{1aff0}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]/u;
