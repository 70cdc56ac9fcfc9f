/**
 * A line without the differences that do not matter for finding it: no trailing blanks, ASCII quotes, hyphens, dots and
 * spaces for their typographic forms, no zero-width characters.
 *
 *     “it’s” – done…  ->  "it's" - done...
 */
export function normaliseLine(line: string): string {
  const plain = TYPOGRAPHIC.test(line) ? line.replaceAll(TYPOGRAPHIC_ALL, plainForm) : line;
  return plain.trimEnd();
}

/** The em dash. It may stand for one hyphen or for two. */
export const LONG_DASH = '\u2014';

/** Whether a text has a character that normalising replaces. */
export function hasTypography(text: string): boolean {
  return TYPOGRAPHIC.test(text);
}

/** The ASCII form of a typographic character, or the character itself. */
export function plainForm(character: string): string {
  return PLAIN.get(character) ?? character;
}

export function isTypographic(character: string): boolean {
  return PLAIN.has(character);
}

/** An editor that rewrites one character of a family usually rewrites all of them. */
export function characterFamily(character: string): 'punctuation' | 'blank' {
  return plainForm(character).trim() === '' ? 'blank' : 'punctuation';
}

/** The distinct typographic characters of a text. */
export function typographicCharacters(text: string): Set<string> {
  return new Set(TYPOGRAPHIC.test(text) ? text.match(TYPOGRAPHIC_ALL) : []);
}

const FORMS: readonly (readonly [plain: string, typographic: string])[] = [
  ["'", '\u2018\u2019\u201a\u201b\u2032\u02bc'],
  ['"', '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'],
  ['...', '\u2026'],
  [' ', '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'],
  ['', '\u200b\ufeff\u2060'],
];
const PLAIN = new Map(FORMS.flatMap(([plain, forms]) => [...forms].map((form) => [form, plain] as const)));
const TYPOGRAPHIC = new RegExp(`[${[...PLAIN.keys()].join('')}]`);
const TYPOGRAPHIC_ALL = new RegExp(TYPOGRAPHIC.source, 'g');
