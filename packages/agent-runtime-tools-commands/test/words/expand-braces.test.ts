import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { expandPlainBraces } from '../../src/words/expand-braces.ts';

describe('expandPlainBraces', () => {
  const words = [
    '{a,b}',
    'x{a,b}y',
    '{a,b}{c,d}',
    '{a,{b,c}}d',
    '{a,b{1,2}c}',
    '{1..3}',
    'x{3..1}',
    '{,a}b',
    'a{,}',
    '{a,b,}',
  ];

  it.each(words)('makes of %s what bash does', (word) => {
    const printed = execFileSync('/bin/bash', ['-c', `printf '%s\\n' ${word}`], { encoding: 'utf8' });
    const expected = printed.split('\n').slice(0, -1);
    expect(expandPlainBraces(word)?.filter((text) => text !== '')).toEqual(expected.filter((text) => text !== ''));
  });

  it.each(['{a}', '{', '{a,b', 'a}', '{a..c}', '{01..3}', '{1..3..2}', '{a,$x}', "{a,'b'}", '{1..999}'])(
    'does not claim to know what becomes of %s',
    (word) => {
      expect(expandPlainBraces(word)).toBeUndefined();
    },
  );
});
