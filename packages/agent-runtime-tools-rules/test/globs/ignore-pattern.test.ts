import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileIgnorePattern } from '../../src/index.ts';
import { IgnoringRepository } from './git.ts';

describe('compileIgnorePattern', () => {
  it('matches what git ignores', () => {
    using repository = new IgnoringRepository();
    const segment = fc.constantFrom('a', 'b', '*', 'a*', '?', '**', '[ab]', '[!a]', '*b');
    const pattern = fc
      .tuple(fc.constantFrom('', '/'), fc.array(segment, { minLength: 1, maxLength: 3 }))
      .map(([start, segments]) => start + segments.join('/'));
    const name = fc.constantFrom('a', 'b', 'ab', 'ba', 'c');
    const paths = [
      ...new Set(fc.sample(fc.array(name, { minLength: 1, maxLength: 4 }), 200).map((names) => names.join('/'))),
    ];
    for (const line of new Set(fc.sample(pattern, 80)))
      expect(paths.filter(compileIgnorePattern(line)), line).toEqual(repository.ignored(line, paths));
  });

  it.each([
    ['*.ts', 'src/a.ts', true],
    ['build', 'lib/build/x', true],
    ['build/', 'build/x', true],
    ['/src', 'lib/src', false],
    ['src/*', 'src/lib/b.ts', true],
    ['src/{a,b}', 'src/b/x', true],
    ['/', 'anything', true],
    ['./', 'anything', true],
    ['/**', 'a/b', true],
    ['.env', '.envrc', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(compileIgnorePattern(pattern)(path)).toBe(expected);
  });

  it('ignores case when asked to', () => {
    expect(compileIgnorePattern('*.PEM', { ignoreCase: true })('keys/a.pem')).toBe(true);
    expect(compileIgnorePattern('*.PEM')('keys/a.pem')).toBe(false);
  });

  it('takes time in proportion to the path, whatever the pattern', () => {
    const matches = compileIgnorePattern(`${'*a'.repeat(60)}b`);
    const started = performance.now();
    expect(matches(`${'a'.repeat(255)}/`.repeat(100))).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
