import { printable } from '@ku0/agent-runtime-tools-core';

/**
 * Shows control, bidirectional, zero-width and other invisible characters as escapes, so that no text can move the cursor,
 * hide or change the order of characters. Ordinary text of any script stays as it is.
 */
export function visibleText(text: string, { multiline = false }: { multiline?: boolean } = {}): string {
  let shown = '';
  let at = 0;
  // Emoji sequences contain joiners that would be invisible elsewhere.
  for (const found of text.matchAll(EMOJI)) {
    shown += escaped(text.slice(at, found.index), multiline) + found[0];
    at = found.index + found[0].length;
  }
  return shown + escaped(text.slice(at), multiline);
}

function escaped(text: string, multiline: boolean): string {
  return printable(text, { multiline })
    .replace(INVISIBLE, asEscape)
    .replace(/\\u\{([0-9a-f]{1,4})\}/g, (_, digits: string) => `\\u${digits.padStart(4, '0')}`)
    .replace(STACKED_MARKS, (_, marks: string, more: string) => marks + [...more].map(asEscape).join(''));
}

function asEscape(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

const EMOJI =
  /\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?){0,6}/gu;
/**
 * Characters without a reliable glyph: format characters (except the number signs of Arabic and Kaithi), fillers, unusual
 * blanks, private and unassigned characters.
 */
const INVISIBLE =
  /(?![\u0600-\u0605\u06dd\u0890\u0891\u08e2\u{110bd}\u{110cd}])(?:[\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u00a0\ufffc]|\u{16fe4}|\u{1d159})/gu;
/** Many combining marks on one character would cover the lines above and below. */
const STACKED_MARKS = /(\p{M}{4})(\p{M}+)/gu;
