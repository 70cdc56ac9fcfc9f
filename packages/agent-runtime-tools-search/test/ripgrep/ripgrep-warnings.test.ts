import { expect, it } from 'vitest';
import { ripgrepWarnings } from '../../src/ripgrep/ripgrep-warnings.ts';

it('warnings name some of the places that could not be read, and none that were deleted', () => {
  const errors = [
    'rg: ./src/closed: Permission denied (os error 13)',
    'rg: ./gone.txt: No such file or directory (os error 2)',
    ...Array.from({ length: 9 }, (_, n) => `rg: ./x${n}: Permission denied (os error 13)`),
  ].join('\n');
  expect(ripgrepWarnings(errors, (path) => `root/${path}`)).toEqual([
    'Not searched: root/src/closed: Permission denied',
    'Not searched: root/x0: Permission denied',
    'Not searched: root/x1: Permission denied',
    'Not searched: root/x2: Permission denied',
    'Not searched: root/x3: Permission denied',
    'Not searched: 5 more places.',
  ]);
});
