import { PatternError, UnsupportedPattern } from './pattern-errors.ts';

/** A character that stands for itself, in a pattern or in a class. */
export function literal(character: string): string {
  return /[\p{L}\p{N}_]/u.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** `\p{Greek}` or `\PL`, where JavaScript knows the property by this name. */
export function propertyClass(escape: string): string {
  const [, letter, caret, long, short] = /^\\([pP])(?:\{(\^?)([^}]*)\}|(\p{L}))$/u.exec(escape) ?? [];
  const negated = (letter === 'P') !== (caret === '^');
  const name = long ?? short ?? '';
  for (const form of [name, `Script=${name}`, `General_Category=${name}`]) {
    const source = `${negated ? '\\P' : '\\p'}{${form}}`;
    try {
      void new RegExp(source, 'v');
      return source;
    } catch {
      continue;
    }
  }
  throw new UnsupportedPattern(`the property ${name.slice(0, 40)}`);
}

/** The code point of an escaped character: `\n`, `\x41`, `\u{1f600}`, `\.`. */
export function escapedCharacter(escape: string): number {
  const hex = /^\\[xuU]\{?([\da-fA-F]+)\}?$/.exec(escape)?.[1];
  if (hex !== undefined) {
    const code = Number.parseInt(hex, 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      throw new PatternError('hexadecimal literal is not a Unicode scalar value');
    return code;
  }
  const character = escape.slice(1);
  if (character === '') throw new PatternError('incomplete escape sequence, reached end of pattern prematurely');
  const control = CONTROL_CHARACTERS[character];
  if (control !== undefined) return control;
  if (/[1-9]/.test(character)) throw new PatternError('backreferences are not supported');
  if (/[<>]/.test(character)) throw new UnsupportedPattern('word boundaries of this form');
  if (/[\da-zA-Z]/.test(character) || character > '~' || character < ' ')
    throw new PatternError('unrecognized escape sequence');
  return character.charCodeAt(0);
}

const CONTROL_CHARACTERS: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

const WORD = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}`;

/** The members of `\d`, `\w` and `\s`. */
export const SHORTHAND_CLASSES: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  w: WORD,
  s: String.raw`\p{White_Space}`,
};

export const LINE_START = String.raw`(?:(?<![^\n\r])(?<!\r(?=\n)))`;
export const LINE_END = String.raw`(?:(?![^\n\r])(?<!\r(?=\n)))`;
export const TEXT_START = '(?<![^])';
export const TEXT_END = '(?![^])';

/** Escapes that match a position. */
export const ANCHORS: Readonly<Record<string, string>> = {
  '\\A': TEXT_START,
  '\\z': TEXT_END,
  '\\b': `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`,
  '\\B': `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`,
};

/** `[:alpha:]` and the other ASCII classes. */
export const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: String.raw`\x00-\x7f`,
  blank: String.raw`\t\x20`,
  cntrl: String.raw`\x00-\x1f\x7f`,
  digit: '0-9',
  graph: String.raw`\x21-\x7e`,
  lower: 'a-z',
  print: String.raw`\x20-\x7e`,
  punct: String.raw`\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e`,
  space: String.raw`\t\n\v\f\r\x20`,
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
};
