/** Warnings about words that mix scripts with similar letters, and about characters that imitate ASCII signs. */
export function lookAlikeWarnings(text: string): string[] {
  const found = new Map<string, string>();
  for (const [word] of text.slice(0, MAX_CHARACTERS).matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    if (CYRILLIC_LIKE_LATIN.test(word)) found.set(word, `${word} looks Latin, and is Cyrillic`);
    const scripts = SCRIPTS.filter(([, script]) => script.test(word)).map(([name]) => name);
    if (scripts.length < 2 || found.has(word)) continue;
    const strange = [...word].filter((character) => character > '\u007f').map(codeOf);
    found.set(word, `${word} mixes ${scripts.join(' and ')} letters (${[...new Set(strange)].slice(0, 5).join(', ')})`);
    if (found.size > MAX_WORDS) break;
  }
  for (const [mark] of text.slice(0, MAX_CHARACTERS).matchAll(IMITATIONS)) {
    found.set(mark, `${mark} (${codeOf(mark)}) imitates another character`);
    if (found.size > MAX_WORDS) break;
  }
  const notes = [...found.values()];
  return notes.length <= MAX_WORDS ? notes : [...notes.slice(0, MAX_WORDS), 'there are more such words or signs'];
}

/** The host of a URL in ASCII form, if it is written differently. */
export function asciiHost(url: string): string | undefined {
  const host = URL.parse(url.trim())?.hostname;
  if (host === undefined || host === '') return undefined;
  return url.toLowerCase().includes(host) ? undefined : host;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Lisu', /\p{Script=Lisu}/u],
  ['small capital', /[\u1d00-\u1d2b\u0262\u026a\u0274\u0280\u028f\u0299\u029c\u029f\ua730\ua731]/u],
  ['Roman numeral', /[\u2160-\u217f]/u],
  ['full-width', /[\uff01-\uff5e]/u],
  ['mathematical', /[\u{1d400}-\u{1d7ff}]/u],
];
const IMITATION =
  '[\u01c3\u037e\u2010\u2011\u2024\u2044\u2212\u2215\u2223\u29f8\ua789\ufe52\ufe54\ufe55\ufe68' +
  '\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e]';
/** Imitations of signs that have a meaning in shells, paths or URLs, next to ASCII characters. */
const IMITATIONS = new RegExp(`(?<=[!-~])${IMITATION}|${IMITATION}(?=[ -~])`, 'gu');
const CYRILLIC_LIKE_LATIN = /^[асеорхуѕіјһԁԛԝ]{2,}$/iu;
const MAX_CHARACTERS = 100_000;
const MAX_WORDS = 5;
