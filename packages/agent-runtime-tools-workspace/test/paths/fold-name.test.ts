import { describe, expect, it } from 'vitest';
import { foldName } from '../../src/paths/fold-name.ts';

describe('foldName', () => {
  it('treats every ASCII name of up to two characters as the file systems do', () => {
    const characters = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
    const names = ['', ...characters, ...characters.flatMap((first) => characters.map((second) => first + second))];
    const differing = names.filter((name) => {
      const withoutStream = name.toLowerCase().split(':', 1)[0] ?? '';
      return foldName(name) !== withoutStream.replace(/[. ]+$/, '');
    });
    expect(differing).toEqual([]);
  });

  it.each([
    ['.GIT', '.git'],
    ['.git...', '.git'],
    ['.git::$INDEX_ALLOCATION', '.git'],
    ['.g\u200cit', '.git'],
    ['.\uff47it', '.git'],
    ['a.ts', 'a.ts'],
    ['a b-c_1.ts', 'a b-c_1.ts'],
    ['a. .', 'a'],
  ])('folds %j to %j', (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });
});
