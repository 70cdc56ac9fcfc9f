import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { compilePathGlob, parsePathGlob } from '../../src/index.ts';
import { IgnoringRepository } from './git.ts';

const SEGMENTS = ['a', 'b', '*', 'a*', '?', '**', '[ab]', '[^a]', '*b'];
const NAMES = ['a', 'b', 'ab', 'ba', 'c'];
const pattern = fc.array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 4 }).map((all) => all.join('/'));
const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 4 }).map((all) => all.join('/'));

describe('compilePathGlob', () => {
  it.each([
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/a/b/c.ts', true],
    ['src/**', 'src/a/b', true],
    ['src/**', 'src', false],
    ['**/a/**/b', 'x/a/b', true],
    ['**/a/**/b', 'a/x/y/b', true],
    ['**/a/**/b', 'b/a', false],
    ['**', '.env', true],
    ['*', '.env', true],
    ['./src/a', 'src/a', true],
    ['/src/a', 'src/a', true],
    ['src/{a,b}/**', 'src/b/x', true],
    ['a?c', 'a/c', false],
    ['a[!b]c', 'a/c', false],
  ])('%s on %s: %s', (glob, text, expected) => {
    expect(compilePathGlob(glob)(text)).toBe(expected);
  });

  it('agrees with picomatch on paths', () => {
    fc.assert(
      fc.property(pattern, path, (glob, text) => {
        // For picomatch, `a/**` is also `a` itself; here and for git it is what is in `a`.
        const strict = glob.endsWith('/**') ? `${glob}/*` : glob;
        const expected = picomatch(strict, { dot: true, noextglob: true })(text);
        expect(compilePathGlob(glob)(text), `${glob} on ${text}`).toBe(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it("agrees with git's anchored ignore patterns", () => {
    using repository = new IgnoringRepository();
    const paths = [...new Set(fc.sample(path, 200))];
    for (const glob of new Set(fc.sample(pattern, 60))) {
      const matches = compilePathGlob(glob);
      // What git ignores, it ignores with everything below.
      const expected = paths.filter((each) => foldersAndSelf(each).some(matches));
      expect(repository.ignored(`/${glob}`, paths), glob).toEqual(expected);
    }
  });

  it('ignores case and depth when asked to', () => {
    expect(compilePathGlob('SRC/*.TS', { ignoreCase: true })('src/A.ts')).toBe(true);
    expect(compilePathGlob('*.ts', { anyDepth: true })('src/a/b.ts')).toBe(true);
    expect(compilePathGlob('*.ts')('src/b.ts')).toBe(false);
    expect(compilePathGlob('src/*.ts', { anyDepth: true })('x/src/b.ts')).toBe(false);
    expect(compilePathGlob('/*.ts', { anyDepth: true })('x/b.ts')).toBe(false);
  });

  it('takes time in proportion to the path, whatever the pattern', () => {
    const matches = compilePathGlob(`${'**/a*a*a*a/'.repeat(30)}b`);
    const started = performance.now();
    expect(matches('aaaaaaaaaaaaaaaaaaaa/'.repeat(5_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('parsePathGlob', () => {
  it('gives the segments as written', () => {
    expect(parsePathGlob('./src//**/**/[a-c].ts').segments).toEqual(['src', '**', '[a-c].ts']);
    expect(parsePathGlob('*.ts', { anyDepth: true }).segments).toEqual(['**', '*.ts']);
  });
});

function foldersAndSelf(text: string): string[] {
  return text.split('/').map((_, index, names) => names.slice(0, index + 1).join('/'));
}
