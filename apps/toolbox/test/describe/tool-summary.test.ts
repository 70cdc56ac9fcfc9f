import { describe, expect, it } from 'vitest';
import { firstSentence } from '../../src/describe/tool-summary.ts';

describe('firstSentence', () => {
  it.each([
    ['One. Two.', 'One.'],
    ['Reads a file (e.g. README.md) in pieces. Then more.', 'Reads a file (e.g. README.md) in pieces.'],
    ['Over\n  two lines. Yes.', 'Over two lines.'],
    ['No end', 'No end'],
  ])('of %j is %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });
});
