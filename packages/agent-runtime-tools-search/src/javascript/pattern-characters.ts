import { PatternError, UnsupportedPattern } from './pattern-errors.ts';

/** A character that stands for itself, in a pattern or in a class. */
export function literal(character: string): string {
  return /[\p{L}\p{N}_]/u.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** `\p{Greek}` and its like. */
export function propertyClass([, letter, caret, long, short]: RegExpExecArray): string {
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

/** What a backslash and what follows stand for, as far as it is one character. */
export function escapedCharacter(rest: string): [text: string, code: number] {
  const hex = /^\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|[xuU]\{([\da-fA-F]{1,8})\})/.exec(rest);
  if (hex !== null) {
    const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? hex[4] ?? '0', 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      throw new PatternError('hexadecimal literal is not a Unicode scalar value');
    return [hex[0], code];
  }
  const next = rest[1];
  if (next === undefined) throw new PatternError('incomplete escape sequence, reached end of pattern prematurely');
  const control = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }[next];
  if (control !== undefined) return [rest.slice(0, 2), control];
  if (/[1-9]/.test(next)) throw new PatternError('backreferences are not supported');
  if (/[\da-zA-Z<>]/.test(next) || next > '~' || next < ' ') {
    if (next === 'b' || next === '<' || next === '>') throw new UnsupportedPattern('word boundaries of this form');
    throw new PatternError('unrecognized escape sequence');
  }
  return [rest.slice(0, 2), next.charCodeAt(0)];
}

export const WORD = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}`;
export const SHORTHANDS: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  w: WORD,
  s: String.raw`\p{White_Space}`,
};
export const POSIX: Readonly<Record<string, string>> = {
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

/** How deep groups and classes may be nested. */
export const MAX_DEPTH = 100;
