import { describe, expect, it } from 'vitest';
import { wordCount } from '../src/word-count.ts';

describe('wordCount', () => {
  it('wordCount counts words, lines and characters', () => {
    expect(wordCount('one two\nthree\n', { top: 0 })).toEqual({ words: 3, lines: 2, characters: 14, top: [] });
  });

  it('wordCount ranks by frequency, then by alphabet, and ignores case', () => {
    expect(wordCount('b a B c', { top: 2 }).top).toEqual([
      { word: 'b', count: 2 },
      { word: 'a', count: 1 },
    ]);
  });

  it('wordCount takes a hyphen or an apostrophe within a word as part of it', () => {
    expect(wordCount("it's a well-known fact - yes", { top: 0 }).words).toBe(5);
  });

  it('wordCount counts characters, not the units they are stored in', () => {
    expect(wordCount('naïve 👋', { top: 0 })).toMatchObject({ words: 1, characters: 7 });
  });
});
