import { symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf, searchedTree, valueOf } from '../searched-tree.ts';

const FILES = {
  'a.ts': 'a',
  'b.js': 'bb',
  'src/c.ts': '',
  'src/d.test.ts': '',
  'src/deep/e.tsx': '',
  'lib/f.ts': '',
  '.hidden/g.ts': '',
  'h1.md': '',
  'h2.md': '',
  'h3.md': '',
  'z[1].ts': '',
};

describe.each(['ripgrep', 'javascript'] as const)('glob with %s', (engine) => {
  it.each([
    ['*.ts', ['a.ts', 'z[1].ts']],
    ['**/*.ts', ['.hidden/g.ts', 'a.ts', 'lib/f.ts', 'src/c.ts', 'src/d.test.ts', 'z[1].ts']],
    ['src/**', ['src/c.ts', 'src/d.test.ts', 'src/deep/e.tsx']],
    ['src/', ['src/c.ts', 'src/d.test.ts', 'src/deep/e.tsx']],
    ['./src/*.ts', ['src/c.ts', 'src/d.test.ts']],
    ['{src,lib}/**/*.{ts,tsx}', ['lib/f.ts', 'src/c.ts', 'src/d.test.ts', 'src/deep/e.tsx']],
    ['{a,b}.{t,j}s', ['a.ts', 'b.js']],
    ['h{1..2}.md', ['h1.md', 'h2.md']],
    ['h[!2].md', ['h1.md', 'h3.md']],
    ['?.ts', ['a.ts']],
    ['z\\[1\\].ts', ['z[1].ts']],
    ['**/deep/**', ['src/deep/e.tsx']],
    ['.hidden/*', ['.hidden/g.ts']],
    ['a{,.bak}.ts', ['a.ts']],
    ['nope', []],
    [`${'**/'.repeat(40)}x`, []],
    [`${'*a'.repeat(60)}b`, []],
  ])('finds %s', async (pattern, expected) => {
    const tree = await searchedTree(FILES, { engine });
    expect(await tree.glob({ pattern })).toEqual(expected);
  });

  it('combines several patterns, with exclusions', async () => {
    const tree = await searchedTree(FILES, { engine });
    expect(await tree.glob({ patterns: ['src/**', '*.js', '!**/*.test.ts'] })).toEqual([
      'b.js',
      'src/c.ts',
      'src/deep/e.tsx',
    ]);
    expect(await tree.glob({ pattern: '**/*.ts', exclude: ['src', '.hidden/**', 'z*'] })).toEqual(['a.ts', 'lib/f.ts']);
    expect(await tree.glob({ pattern: '**/*.ts', path: 'src', exclude: ['*.test.ts'] })).toEqual(['src/c.ts']);
    expect(await tree.glob({ pattern: `${tree.root}/src/*.ts` })).toEqual(['src/c.ts', 'src/d.test.ts']);
  });

  it('returns size and time, sorts by time, and counts all files', async () => {
    const tree = await searchedTree(FILES, { engine });
    await utimes(join(tree.root, 'b.js'), 1_900_000_000, 1_900_000_000);
    await utimes(join(tree.root, 'a.ts'), 1_800_000_000, 1_800_000_000);
    const value = valueOf(await tree.tryGlob({ pattern: '**', sort: 'modified', limit: 2 }));
    expect(value.files).toMatchObject([
      { path: 'b.js', size: 2, modified: '2030-03-17T17:46:40.000Z' },
      { path: 'a.ts', size: 1 },
    ]);
    expect(value).toMatchObject({ total: 11, truncated: true, complete: true });
    expect(valueOf(await tree.tryGlob({ pattern: '**', limit: 11 })).truncated).toBe(false);
  });

  it('orders files of the same time by path', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `d${n % 3}/f${n}`);
    const tree = await searchedTree(Object.fromEntries(names.map((name) => [name, ''])), { engine });
    for (const [n, name] of names.entries())
      await utimes(join(tree.root, name), 1_700_000_000, n === 17 ? 1_900_000_000 : 1_800_000_000);
    const sorted = names.filter((name) => name !== 'd2/f17').toSorted((a, b) => (a < b ? -1 : 1));
    for (const limit of [1, 5, 39, 100])
      expect(await tree.glob({ pattern: '**', sort: 'modified', limit })).toEqual(
        ['d2/f17', ...sorted].slice(0, limit),
      );
  });

  it('lists no links and refuses what is not a folder', async () => {
    const tree = await searchedTree({ 'a.txt': '' }, { engine });
    await symlink('a.txt', join(tree.root, 'link.txt'));
    await symlink('.', join(tree.root, 'loop'));
    expect(await tree.glob({ pattern: '**' })).toEqual(['a.txt']);
    expect(codeOf(await tree.tryGlob({ pattern: '*', path: 'a.txt' }))).toBe('NOT_A_DIRECTORY');
    expect(codeOf(await tree.tryGlob({ pattern: '../*' }))).toBe('INVALID_GLOB');
    expect(codeOf(await tree.tryGlob({ pattern: '{a' }))).toBe('INVALID_GLOB');
    expect(codeOf(await tree.tryGlob({ pattern: '{a,b}'.repeat(40) }))).toBe('INVALID_GLOB');
    expect(codeOf(await tree.tryGlob({}))).toBe('VALIDATION_ERROR');
  });
});
