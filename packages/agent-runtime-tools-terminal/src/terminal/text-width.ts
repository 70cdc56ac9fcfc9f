import { graphemeWidth, graphemesOf } from './grapheme-width.ts';

/** The number of columns of a text on a terminal. Control characters and invisible ones have none. */
export function textWidth(text: string): number {
  if (ONE_COLUMN_EACH.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemesOf(text)) width += graphemeWidth(grapheme);
  return width;
}

/** Cuts a text to at most `width` columns, with an ellipsis at the end. */
export function cutToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (ONE_COLUMN_EACH.test(text)) return `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
  let left = width - 1;
  let kept = '';
  for (const grapheme of graphemesOf(text)) {
    left -= graphemeWidth(grapheme);
    if (left < 0) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}

/** Wraps a text between words into lines of at most `width` columns. A word that is longer is not broken. */
export function wrapToWidth(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Latin, Greek and Cyrillic letters, and the signs of tables and lists: most texts need no segmenter. */
const ONE_COLUMN_EACH =
  /^[\u0020-\u007e\u00a1-\u00a8\u00aa-\u00ac\u00af-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u2010-\u2027\u2190-\u2193\u2500-\u257f\u2713\u2717]*$/;
