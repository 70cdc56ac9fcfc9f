import { describe, expect, it } from 'vitest';
import { renderRequest } from '../../src/index.ts';
import { asciiHost, lookAlikeWarnings } from '../../src/render/look-alikes.ts';

describe('A warning about look-alikes', () => {
  it.each([
    ['Cyrillic', 'z\u0455'],
    ['Greek', 'z\u03bf'],
    ['Armenian', 'z\u0585'],
    ['Cherokee', 'z\u13a0'],
    ['Coptic', 'z\u2c9f'],
    ['Lisu', 'z\ua4f2'],
    ['Roman numeral', 'z\u217c'],
    ['full-width', 'z\uff41'],
    ['mathematical', 'z\u{1d41a}'],
    ['small capital', 'z\u1d00'],
  ])('names Latin and %s letters in one word, with their codes', (script, word) => {
    const code = word.codePointAt(1)?.toString(16).toUpperCase().padStart(4, '0');
    const [warning = ''] = lookAlikeWarnings(word);
    expect(warning).toContain(script);
    expect(warning).toContain('Latin');
    expect(warning).toContain(`(U+${code})`);
  });

  it('is not given for words of one script each', () => {
    expect(lookAlikeWarnings('z \u0455 \u03bf \u0585 \u13a0 \u2c9f \ua4f2')).toEqual([]);
  });

  it('is given for a whole word of Cyrillic letters that look Latin, once', () => {
    expect(lookAlikeWarnings('сар сар')).toEqual(['сар looks Latin, and is Cyrillic']);
    expect(lookAlikeWarnings('с')).toEqual([]);
    expect(lookAlikeWarnings('сад')).toEqual([]);
  });

  it('names at most five characters of a word', () => {
    expect(lookAlikeWarnings('z\u0430\u0431\u0432\u0433\u0434')[0]).toMatch(/\((?:U\+04\d\w, ){4}U\+04\d\w\)$/);
    expect(lookAlikeWarnings('z\u0430\u0431\u0432\u0433\u0434\u0435\u0430')[0]).toMatch(
      /\((?:U\+04\d\w, ){4}U\+0434\)$/,
    );
  });

  it('is given for at most five words or signs, with a note where there are more', () => {
    const words = ['zа', 'zе', 'zо', 'zс', 'zр', 'zх'];
    expect(lookAlikeWarnings(words.slice(0, 5).join(' '))).toHaveLength(5);
    expect(lookAlikeWarnings(words.slice(0, 5).join(' ')).at(-1)).not.toContain('more such');
    expect(lookAlikeWarnings(words.join(' '))).toHaveLength(6);
    expect(lookAlikeWarnings(words.join(' ')).at(-1)).toBe('there are more such words or signs');
    const signs = ['\u2010', '\u2011', '\u2024', '\u2044', '\u2212', '\u2215'];
    expect(lookAlikeWarnings(signs.slice(0, 5).join('a'))).toHaveLength(5);
    expect(lookAlikeWarnings(signs.join('a')).at(-1)).toBe('there are more such words or signs');
  });

  it('is given for an imitated sign beside ASCII characters alone', () => {
    expect(lookAlikeWarnings('a\uff1bb')).toEqual(['\uff1b (U+FF1B) imitates another character']);
    expect(lookAlikeWarnings('\u2215 b')).toHaveLength(1);
    expect(lookAlikeWarnings('日\uff1b本')).toEqual([]);
    expect(lookAlikeWarnings('a;b')).toEqual([]);
  });
});

describe('The host of an address', () => {
  it.each([
    ['https://example.com/', undefined],
    ['https://EXAMPLE.com/', undefined],
    ['https://ex\u0430mple.com/', 'xn--exmple-4nf.com'],
    ['file:///a', undefined],
    ['no address', undefined],
  ])('of %s is shown as %s', (url, host) => {
    expect(asciiHost(url)).toBe(host);
  });

  it.each(['https://', 'https:', 'https:/', 'https:\\\\', ' HTTPS://user@'])(
    'is shown in a request where it is written differently, after %j',
    (start) => {
      const shown = (url: string): string => renderRequest({ tool: 'web_fetch', args: { url } }).join('\n');
      expect(shown(`${start}ex\u0430mple.com/`)).toContain('! The address leads to xn--exmple-4nf.com');
      expect(shown(`${start}example.com/`)).not.toContain('leads to');
    },
  );
});
