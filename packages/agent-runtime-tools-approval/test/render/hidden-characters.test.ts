import { describe, expect, it } from 'vitest';
import { renderRequest, visibleText } from '../../src/index.ts';

const HIDDEN = [
  0x00, 0x01, 0x07, 0x08, 0x0b, 0x0d, 0x1b, 0x7f, 0x80, 0x85, 0x9b, 0x9d, 0xa0, 0xad, 0x034f, 0x061c, 0x070f, 0x115f,
  0x1160, 0x1680, 0x17b4, 0x180b, 0x180e, 0x2000, 0x2003, 0x2007, 0x200a, 0x200b, 0x200d, 0x200f, 0x2028, 0x2029,
  0x202a, 0x202e, 0x202f, 0x205f, 0x2060, 0x2064, 0x2066, 0x2069, 0x206f, 0x2800, 0x3000, 0x3164, 0xe000, 0xfdd0,
  0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffb, 0xfffc, 0x13430, 0x16fe4, 0x1bca0, 0x1d159, 0x1d173, 0xe0001, 0xe0041,
  0xe007f, 0xe0100, 0xf0000, 0x10ffff,
];

describe('renderRequest', () => {
  it.each(HIDDEN.map((code) => code.toString(16)))('shows U+%s as an escape wherever it stands', (code) => {
    const character = String.fromCodePoint(Number.parseInt(code, 16));
    const shown = renderRequest({
      tool: `a${character}b`,
      args: { command: `ls${character}x`, [`k${character}`]: 'v', nested: { [`n${character}`]: [`w${character}`] } },
      reason: `r${character}`,
      cwd: `/c${character}`,
      diff: `+${character}`,
      always: { covers: `a${character}` },
    }).join('\n');
    expect(shown).not.toContain(character);
    expect(shown).toMatch(/\\[ux]|\\[a-z0]/);
  });

  it.each([
    'naïve Übergröße',
    '日本語；テスト、。',
    'العربية ٣',
    'עברית',
    'हिन्दी',
    '한국어',
    'Ελληνικά',
    'русский',
    '👨‍👩‍👧 🎉️',
    'a\u0301',
  ])('leaves %s as it is', (text) => {
    expect(visibleText(text)).toBe(text);
  });

  it.each([
    ['l\ua731', 'small capital'],
    ['\u217cs', 'Roman numeral'],
    ['\ua4f2s', 'Lisu'],
    ['rm\u2010rf', 'U+2010'],
    ['a\u2215b', 'U+2215'],
    ['ls\uff1btouch', 'U+FF1B'],
    ['ls \u037e rm', 'U+037E'],
    ['\u0441\u0430\u0440 x', 'is Cyrillic'],
  ])('warns of the look-alike in %s', (command, note) => {
    expect(renderRequest({ tool: 'bash', args: { command } }).join('\n')).toContain(note);
  });

  it('says that there are more look-alikes than it names', () => {
    const decoys = ['а', 'е', 'о', 'с', 'р', 'х'].map((letter) => `z${letter}z`).join(' ');
    const shown = renderRequest({ tool: 'bash', args: { command: `echo ${decoys}; l\u0455` } }).join('\n');
    expect(shown).toContain('there are more such words');
  });

  it('names what runs in the middle of a command that is too long to show', () => {
    const command = `echo ${'a'.repeat(6000)}; touch MARK; echo ${'b'.repeat(6000)}`;
    expect(renderRequest({ tool: 'bash', args: { command } })).toContain('Runs: echo, touch');
  });

  it('survives arguments that are nested without end', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 20_000; level++) deep = [deep];
    expect(renderRequest({ tool: 'x', args: { deep } }).join('\n')).toContain('cannot be shown');
  });
});
