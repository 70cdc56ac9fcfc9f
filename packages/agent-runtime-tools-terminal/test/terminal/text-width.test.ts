import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { cutToWidth, textWidth, wrapToWidth } from '../../src/index.ts';

const JOINING = ['👩', '🏽', '\u200d', '💻', '❤', '\ufe0f', '🇩', '🇪', '1', '\u20e3', 'e', '\u0301', '\u0903', 'ｶ', 'ﾞ'];
const HANGUL = ['\u1100', '\u1161', '\u11a8', '\ua960', '\ud7b0', '\ud7cb', '가'];
const SIGNS = ['日', '𠀀', '½', '·', '→', '─', '✓', '\u00ad', '\t'];

describe('the width of a text', () => {
  it('counts wide characters and emoji twice', () => {
    expect([textWidth('abc'), textWidth('日本'), textWidth('a🙂')]).toEqual([3, 4, 3]);
  });

  /** Text of every script, and pieces that join to graphemes: marks, emoji, selectors, joiners, Hangul letters. */
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(...JOINING),
    fc.constantFrom(...HANGUL),
    fc.constantFrom(...SIGNS),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

  it('is the one of string-width', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(textWidth(each)).toBe(stringWidth(each, { countAnsiEscapeCodes: true }));
      }),
      { numRuns: 5000 },
    );
  });

  it('of single characters is the one of string-width', () => {
    const different: string[] = [];
    // All of the scripts and signs of which only some are wide, and a sample of the rest.
    const isMixed = (code: number) => code < 0x34_00 || (code >= 0xf9_00 && code < 0x1_00_00) || code >> 12 === 0x1f;
    for (let code = 0; code <= 0x10_ff_ff; code += isMixed(code) ? 1 : 61) {
      const character = String.fromCodePoint(code);
      if (textWidth(character) !== stringWidth(character, { countAnsiEscapeCodes: true }))
        different.push(code.toString(16));
    }
    expect(different).toEqual([]);
  });

  it('is never more than what a text is cut to', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (each, width) => {
        expect(textWidth(cutToWidth(each, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['日本語', 5, '日本…'],
    ['日本語', 6, '日本語'],
    ['a  b', 3, 'a…'],
    ['👩‍💻👩‍💻', 3, '👩‍💻…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ])('of %j is cut to %d columns: %j', (given, width, expected) => {
    expect(cutToWidth(given, width)).toBe(expected);
  });

  it('is kept between words where a text is wrapped', () => {
    expect(wrapToWidth('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapToWidth('unbreakable', 4)).toEqual(['unbreakable']);
  });
});
