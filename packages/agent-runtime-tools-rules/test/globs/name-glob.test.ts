import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { compileNameGlob, compileNameGlobs, isLiteralGlob, matchLiteralPieces } from '../../src/index.ts';

describe('compileNameGlob', () => {
  it.each([
    ['write_*', 'write_file', true],
    ['write_*', 'overwrite_file', false],
    ['*_file', 'read_file', true],
    ['*_file', 'read_files', false],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'axxcyyb', false],
    ['a*ab', 'ab', false],
    ['*', '', true],
    ['?', '', false],
    ['?', '😀', true],
    ['??', '😀', false],
    ['*?😀*', 'ab😀c', true],
    ['{read,write}_*', 'write_x', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[]a]', ']', true],
    ['[a\\]b]', ']', true],
    ['[[:digit:]_]*', '_7', true],
    ['[[:digit:]]', 'x', false],
    ['[a-]', '-', true],
    ['\\*', '*', true],
    ['\\*', 'x', false],
    ['a**b', 'a/x/b', true],
  ])('%s on %s: %s', (pattern, name, expected) => {
    expect(compileNameGlob(pattern)(name)).toBe(expected);
  });

  it('agrees with picomatch on names', () => {
    const piece = fc.constantFrom('a', 'b', '_', '*', '?', '[ab]', '[^a]', '{a,b}', '{b,_a}', '[a-b]');
    const name = fc.array(fc.constantFrom('a', 'b', '_'), { minLength: 1, maxLength: 7 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), name, (pieces, text) => {
        const pattern = pieces.join('');
        const expected = picomatch(pattern, { dot: true, noextglob: true, bash: true })(text);
        expect(compileNameGlob(pattern)(text), `${pattern} on ${text}`).toBe(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  it('ignores case when asked to, in sets too', () => {
    const test = compileNameGlob('READ_[A-C]*.{TS,js}', { ignoreCase: true });
    expect(test('read_bx.Ts')).toBe(true);
    expect(test('Read_Dx.ts')).toBe(false);
    expect(compileNameGlob('READ')('read')).toBe(false);
  });

  it.each(['[ab', 'x[', '[b-a]', '[[:letters:]]', '[[=a=]]', '{1..2000}'])('refuses %s', (pattern) => {
    expect(() => compileNameGlob(pattern)).toThrow(SyntaxError);
  });

  it('takes any character for a set of a shell it does not know', () => {
    const options = { brackets: 'any', braces: false } as const;
    expect(compileNameGlob('[[=a=]]x', options)('éx')).toBe(true);
    expect(compileNameGlob('[ab]x', options)('abx')).toBe(false);
    expect(compileNameGlob('a[b', options)('a[b')).toBe(true);
  });

  it('takes time in proportion to the name, whatever the pattern', () => {
    const test = compileNameGlob(`${'*a'.repeat(50)}*b?`);
    const started = performance.now();
    expect(test('a'.repeat(200_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('compileNameGlobs', () => {
  it('matches what one of its patterns matches', () => {
    const test = compileNameGlobs(['PATH', 'LD_*', '*_OPTS', 'A*B*C', '[xy]1']);
    for (const name of ['PATH', 'LD_PRELOAD', 'X_OPTS', 'A-B-C', 'y1']) expect(test(name), name).toBe(true);
    for (const name of ['PATHS', 'XLD_', 'OPTS', 'A-C-B', 'z1', '']) expect(test(name), name).toBe(false);
  });

  it('matches nothing without patterns', () => {
    expect(compileNameGlobs([])('')).toBe(false);
  });
});

describe('matchLiteralPieces', () => {
  it.each([
    [['npm run ', 'lint', ' x'], 'npm run eslint x', true],
    [['npm run ', 'lint', ' x'], 'npm run deploy x', false],
    [['ab', 'ba'], 'aba', false],
    [['a', 'a'], 'aa', true],
    [['a'], 'ab', false],
  ])('%j on %s: %s', (pieces, text, expected) => {
    expect(matchLiteralPieces(pieces, text)).toBe(expected);
  });
});

describe('isLiteralGlob', () => {
  it('is true for a pattern that names one thing', () => {
    expect(isLiteralGlob('src/a.ts')).toBe(true);
    for (const pattern of ['*', 'a?', '[a]', '{a,b}', '\\a']) expect(isLiteralGlob(pattern), pattern).toBe(false);
  });
});
