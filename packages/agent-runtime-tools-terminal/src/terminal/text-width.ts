/**
 * The number of columns of a text on a terminal. East Asian wide characters and emoji take two columns. An estimate for
 * tables: the library string-width is exact, but loading it would take longer than most commands.
 */
export function textWidth(text: string): number {
  return Array.from(text, columnsOf).reduce((sum, each) => sum + each, 0);
}

/** Cuts a text to at most `width` columns, with an ellipsis at the end. */
export function cutToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let left = width - 1;
  const kept = Array.from(text).filter((character) => left >= 0 && (left -= columnsOf(character)) >= 0);
  return `${kept.join('').trimEnd()}…`;
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

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

function columnsOf(character: string): number {
  return character > '\u10ff' && WIDE.test(character) ? 2 : 1;
}
