import { describe, expect, it } from 'vitest';
import { splitGlob } from '../../src/search-and-replace/split-glob.ts';

describe('splitGlob', () => {
  it.each([
    ['*.ts', '.', '*.ts'],
    ['**/*', '.', '**/*'],
    ['src/**/*.ts', 'src', '**/*.ts'],
    ['a/b/c[0-9].txt', 'a/b', 'c[0-9].txt'],
    ['{a,b}/c', '.', '{a,b}/c'],
    ['src/a.ts', 'src/a.ts', ''],
    ['/etc/*', '/etc', '*'],
    ['/*', '/', '*'],
    ['../*', '..', '*'],
  ])('splitGlob takes %s apart', (glob, folder, rest) => {
    expect(splitGlob(glob)).toEqual({ folder, rest });
  });
});
