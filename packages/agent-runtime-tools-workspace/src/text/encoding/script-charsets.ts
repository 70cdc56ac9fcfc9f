import type { LegacyCharset } from './legacy-charset.ts';

/** What words of a script look like in the right charset. */
interface Script {
  readonly charsets: readonly LegacyCharset[];
  /** A word of the script with plausible case: not lower case before upper case. */
  readonly word: RegExp;
  /** The letters that make up most of any text. */
  readonly frequent: RegExp;
}

const CYRILLIC = {
  word: /^(?=\p{Script=Cyrillic}+$)(?:.\p{Ll}*|\p{Lu}+)$/u,
  frequent: /[аеёиіїорнстлвкд]/giu,
};
const GREEK = { word: /^(?=\p{Script=Greek}+$)(?:.\p{Ll}*|\p{Lu}+)$/u, frequent: /[αοιετσνηυρπκάέίόςή]/giu };
const HEBREW = { word: /^\p{Script=Hebrew}+$/u, frequent: /[יוהלאברמתשנ]/gu };
const ARABIC = { word: /^[\p{Script=Arabic}\p{M}\u0640]+$/u, frequent: /[اليمنتورهب]/gu };
// Thai has no spaces between words: what is written next to ASCII is a word of it all the same.
const THAI = { word: /^(?:\p{Script=Thai}+|[a-z]*\p{Script=Thai}{4,}[a-z]*)$/iu, frequent: /[านรอกเงยมลวด]|\p{Mn}/gu };

/** By chardet's name. Where code pages share their letters, the rest of the text decides. */
export const SCRIPTS: Readonly<Record<string, Script>> = {
  'windows-1251': { charsets: ['windows-1251'], ...CYRILLIC },
  'KOI8-R': { charsets: ['koi8-r', 'koi8-u'], ...CYRILLIC },
  'ISO-8859-5': { charsets: ['iso-8859-5'], ...CYRILLIC },
  'ISO-8859-7': { charsets: ['iso-8859-7', 'windows-1253'], ...GREEK },
  'windows-1253': { charsets: ['windows-1253'], ...GREEK },
  'ISO-8859-8': { charsets: ['iso-8859-8', 'windows-1255'], ...HEBREW },
  'windows-1255': { charsets: ['windows-1255'], ...HEBREW },
  'ISO-8859-6': { charsets: ['iso-8859-6'], ...ARABIC },
  'windows-1256': { charsets: ['windows-1256'], ...ARABIC },
  'windows-874': { charsets: ['windows-874'], ...THAI },
};
