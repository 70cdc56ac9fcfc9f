import { describe, expect, it } from 'vitest';
import { cutToWidth, textWidth, wrapToWidth } from '../../src/index.ts';

describe('the width of a text', () => {
  it('counts wide characters and emoji twice', () => {
    expect([textWidth('abc'), textWidth('日本'), textWidth('a🙂')]).toEqual([3, 4, 3]);
  });

  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['日本語', 5, '日本…'],
    ['日本語', 6, '日本語'],
    ['a  b', 3, 'a…'],
  ])('of %j is cut to %d columns: %j', (text, width, expected) => {
    expect(cutToWidth(text, width)).toBe(expected);
  });

  it('is kept between words where a text is wrapped', () => {
    expect(wrapToWidth('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapToWidth('unbreakable', 4)).toEqual(['unbreakable']);
  });
});
