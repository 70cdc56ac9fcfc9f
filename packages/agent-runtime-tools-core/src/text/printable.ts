/**
 * Makes text safe to show in a terminal, a log line or a prompt: control, bidirectional, zero-width and other invisible
 * characters become escapes. So do newlines and tabs, unless `multiline`.
 */
export function printable(text: string, { multiline = false }: { multiline?: boolean } = {}): string {
  return text.replace(multiline ? HIDDEN_EXCEPT_LAYOUT : HIDDEN, escape);
}

// DEL, C1, soft hyphen, bidi controls, zero-width and invisible format characters, line separators, BOM, variation
// selectors, interlinear and tag characters, lone surrogates, and all blanks other than the ordinary space.
const INVISIBLE =
  '\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}\\ud800-\\udfff';
const HIDDEN = new RegExp(`[\\u0000-\\u001f${INVISIBLE}]`, 'gu');
const HIDDEN_EXCEPT_LAYOUT = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f${INVISIBLE}]`, 'gu');

function escape(character: string): string {
  switch (character) {
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    case '\t':
      return '\\t';
    default:
      return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  }
}
