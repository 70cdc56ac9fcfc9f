import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandBraces } from '../../src/index.ts';

/** The words that bash makes of each text. The texts have no blanks and nothing else that bash expands. */
function bashWords(texts: readonly string[]): string[][] {
  const script = texts.map((text) => `printf '%s\\0' x${text}; printf '\\n'`).join('\n');
  const printed = execFileSync('/bin/bash', ['-c', script], { encoding: 'utf8' });
  return printed
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      line
        .split('\0')
        .slice(0, -1)
        .map((word) => word.slice(1)),
    );
}

describe('expandBraces', () => {
  it('writes out what bash writes out, in the same order', () => {
    const texts = [
      '{a,b} x{a,b}y {a,b}{c,d} {a,{b,c}}d {a,b{1,2}c} {1..3} x{3..1} {,a}b a{,} {a,b,} {a} { {a,b a} {a..c} {01..3} {-01..1}',
      '{{a,b} {a,b}} {a{b,c}} {C..A} {a,b{c,d} {08..11} {-2..2} {a..a} {} {},{a,b} {a..3} {{1..2},x} {,,}',
    ].flatMap((line) => line.split(' '));
    expect(texts.map((text) => expandBraces(text))).toEqual(bashWords(texts));
  });

  it('agrees with bash on any nesting of braces and commas', () => {
    const part = fc.constantFrom('a', 'b', '1', '{', '}', ',', '..');
    const texts = fc
      .sample(fc.array(part, { minLength: 1, maxLength: 12 }), 500)
      .map((parts) => parts.join(''))
      // Bash has rules of its own for `{}`, for mixed ranges, and for a group after a single choice: it reads `{a},b}` as one group.
      .filter((text) => !/\{\}|[ab1]\.\.|\.\.[ab1]/.test(text))
      .filter((text) => expandBraces(text)?.every((word) => !/\{.*\}/.test(word)) === true);
    const expected = bashWords(texts);
    texts.forEach((text, index) => expect(expandBraces(text), text).toEqual(expected[index]));
  });

  it('leaves escapes and bracket expressions alone', () => {
    expect(expandBraces('\\{a,b}')).toEqual(['\\{a,b}']);
    expect(expandBraces('[{,}]{a,b}')).toEqual(['[{,}]a', '[{,}]b']);
  });

  it('unwraps a single choice when asked to', () => {
    expect(expandBraces('*.{ts}', { single: 'unwrap' })).toEqual(['*.ts']);
    expect(expandBraces('*.{ts}')).toEqual(['*.{ts}']);
  });

  it('refuses a brace that is not closed in strict mode only', () => {
    expect(expandBraces('a{b,c', { strict: true })).toBeUndefined();
    expect(expandBraces('a{b,c')).toEqual(['a{b,c']);
  });

  it('refuses more alternatives than allowed', () => {
    expect(expandBraces('{1..4}', { max: 4 })).toHaveLength(4);
    expect(expandBraces('{1..5}', { max: 4 })).toBeUndefined();
    expect(expandBraces('{a,b}{a,b}{a,b}', { max: 7 })).toBeUndefined();
    expect(expandBraces('{a,b}{a,b}{a,b}', { max: 8 })).toHaveLength(8);
  });

  it.each([
    ['nested too deeply', '{a,'.repeat(10_000) + '}'.repeat(10_000)],
    ['with huge products', '{a,b}'.repeat(10_000)],
    ['with a huge range', '{1..999999}'],
  ])('refuses a pattern %s at once', (_, pattern) => {
    const started = performance.now();
    expect(expandBraces(pattern)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(500);
  });
});
