import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearPattern } from '../../src/index.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import { PatternAutomaton } from '../../src/pattern/pattern-automaton.ts';

describe('linearPattern', () => {
  it.each([
    ['(a+)+$', `${'a'.repeat(100_000)}b`],
    ['(a|aa)+$', `${'a'.repeat(100_000)}b`],
    ['(.*a){12}$', `${'a'.repeat(20_000)}b`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(100_000)],
    ['.*.*.*=.*', 'x'.repeat(100_000)],
    ['(?:a?){40}a{40}$', `${'a'.repeat(10_000)}b`],
    ['x*y', 'x'.repeat(200_000)],
    ['(x|x|x|x)*y', 'x'.repeat(100_000)],
  ])('%s takes little time on a long text', (source, text) => {
    const started = performance.now();
    expect(linearPattern(source).test(text)).toBe(false);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it.each([
    '(?=a)b',
    '(?!a)b',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '(?i:a)',
    '(',
    '[a',
    'a**',
    '(a{1000}){1000}',
  ])('%s is refused when it is compiled', (source) => {
    expect(() => linearPattern(source)).toThrow(SyntaxError);
  });

  it('accepts only the flags i, m, s and u', () => {
    expect(linearPattern('^b.c$', 'ims').test('a\nB\nC')).toBe(true);
    expect(() => linearPattern('a', 'g')).toThrow(SyntaxError);
  });

  it('compiles the same pattern again without slowing down', () => {
    const pattern = linearPattern('(a+)+$');
    expect(pattern.test('aaa')).toBe(true);
    expect(pattern.test('b')).toBe(false);
    expect(pattern.test('ba')).toBe(true);
  });

  it.each([
    ['^src/.*\\.ts$', 'src/a/b.ts'],
    ['foo\\-bar', 'foo-bar'],
    ['\\p{Lu}+', 'éÉ'],
    ['[\\u{1F600}-\\u{1F64F}]', '😀'],
    ['a{2,}b{0}c{1,3}', 'aaaccc'],
    ['\\bgit\\b', 'a git b'],
    ['\\Bgit', 'agit'],
    ['[^]', '\n'],
    ['[\\]x]+', ']x'],
    ['', ''],
    ['()', ''],
    ['a||b', ''],
    ['\\x41\\u0042\\cJ', 'AB\n'],
    ['x{', 'x{'],
    ['x{,3}', 'x{,3}'],
    ['(?<name>a)b', 'ab'],
  ])('%s matches like the native engine', (source, text) => {
    expect(new PatternAutomaton(parsePattern(source), PLAIN).test(text)).toBe(true);
    expect(linearPattern(source, source.includes('{L') || source.includes('1F') ? 'u' : '').test(text)).toBe(true);
  });

  it('matches like the native engine on random patterns and texts', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '\n', '_', '1'), maxLength: 8 });
    fc.assert(
      fc.property(patterns, text, fc.constantFrom('', 'i', 'm', 's', 'ims'), (source, subject, flags) => {
        const native = new RegExp(source, flags);
        const automaton = new PatternAutomaton(parsePattern(source), native);
        expect({ source, subject, flags, match: automaton.test(subject) }).toEqual({
          source,
          subject,
          flags,
          match: native.test(subject),
        });
      }),
      { numRuns: 2000 },
    );
  });
});

const PLAIN = { ignoreCase: false, dotAll: false, multiline: false };

const { pattern: patterns } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie('part'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((options) => options.map((parts) => parts.join('')).join('|')),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\s', '\\d', '^', '$', '\\b', '\\B', 'A'),
    fc
      .tuple(fc.constantFrom('a', 'b', '.', '\\w'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '*?', '{2,}'))
      .map((p) => p.join('')),
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), fc.constantFrom(')', ')*', ')+', ')?', '){2}', '){0,2}'))
      .map((p) => p.join('')),
  ),
}));
