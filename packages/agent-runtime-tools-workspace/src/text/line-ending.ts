/** `mixed` when a text has several kinds, `none` when it has a single line. */
export type LineEnding = 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';

export function detectLineEnding(text: string): LineEnding {
  return lineEndingOf({ crlf: text.includes('\r\n'), lf: /(?<!\r)\n/.test(text), cr: /\r(?!\n)/.test(text) });
}

/** The line ending of a text with these kinds of breaks. */
export function lineEndingOf({ crlf, lf, cr }: Readonly<Record<'crlf' | 'lf' | 'cr', boolean>>): LineEnding {
  if (Number(crlf) + Number(lf) + Number(cr) > 1) return 'mixed';
  if (crlf) return 'crlf';
  if (lf) return 'lf';
  return cr ? 'cr' : 'none';
}

/** Converts all line breaks. `mixed` and `none` leave the text as it is. */
export function withLineEnding(text: string, ending: LineEnding): string {
  const mark = MARKS[ending];
  return mark === undefined ? text : text.replaceAll(/\r\n|\r|\n/g, mark);
}

const MARKS: Readonly<Partial<Record<LineEnding, string>>> = { lf: '\n', crlf: '\r\n', cr: '\r' };
