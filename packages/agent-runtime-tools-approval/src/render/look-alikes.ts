/** Words that mix scripts whose letters look alike, such as a Latin l with a Cyrillic s: each with what to look at. */
export function mixedScriptWords(text: string): string[] {
  const found = new Map<string, string>();
  for (const [word] of text.slice(0, MOST_CHARACTERS).matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    const scripts = SCRIPTS.filter(([, script]) => script.test(word)).map(([name]) => name);
    if (scripts.length < 2 || found.has(word)) continue;
    const strange = [...word].filter((character) => character > '\u007f').map(codeOf);
    found.set(word, `${word} mixes ${scripts.join(' and ')} letters (${[...new Set(strange)].slice(0, 5).join(', ')})`);
    if (found.size >= MOST_WORDS) break;
  }
  return [...found.values()];
}

/** The host of an address as the network will see it, where that is not how it is written. */
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
  ['full-width', /[\uff01-\uff5e]/u],
  ['mathematical', /[\u{1d400}-\u{1d7ff}]/u],
];
const MOST_CHARACTERS = 100_000;
const MOST_WORDS = 5;
