import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../src/patterns/compile-pattern.ts';
import { replaceAll } from '../../src/patterns/replace-all.ts';

const run = (text: string, source: string, replacement: string) =>
  replaceAll(text, compilePattern({ source, ignoreCase: false }), replacement, { references: true, maxChars: 10_000 });

describe('replaceAll', () => {
  it.each([
    ['numbered groups', 'ab', '(a)(b)', '$2$1', 'ba'],
    ['the whole match', 'ab', 'b', '[$&]', 'a[b]'],
    ['named groups', 'ab', '(?<x>b)', '<$<x>>', 'a<b>'],
    ['a dollar sign', 'ab', 'b', '$$', 'a$'],
    ['a name as text where no group has one', 'ab', '(b)', '$<$$>$<$1>', 'a$<$>$<b>'],
    ['a group that is not there as text', 'ab', '(b)', '$2', 'a$2'],
    ['$0 as text', 'ab', 'b', '$0', 'a$0'],
    ['one digit and a figure', 'ab', '(b)', '$12', 'ab2'],
    ['a group that took no part as nothing', 'ab', '(x)?b', '[$1]', 'a[]'],
    ['surroundings as text, which could grow without bound', 'ab', 'b', "$`$'", "a$`$'"],
  ])('replaceAll knows %s', (_what, text, source, replacement, result) => {
    expect(run(text, source, replacement)?.text).toBe(result);
  });

  it.each([
    ['every line start', 'a\nb\n', '^', '> ', '> a\n> b\n'],
    ['every line end', 'a\nb\n', '$', ';', 'a;\nb;\n'],
    ['every line end without a final break', 'a\nb', '$', ';', 'a;\nb;'],
    ['empty matches between characters', 'ab', 'x*', '-', '-a-b-'],
    ['empty matches between whole characters', '😀', 'x*', '-', '-😀-'],
    ['an empty text', '', '^', 'x', 'x'],
  ])('replaceAll handles %s', (_what, text, source, replacement, result) => {
    expect(run(text, source, replacement)?.text).toBe(result);
  });

  it('replaceAll counts and tells the lines in the old text', () => {
    expect(run('a\nb\na a\r\na', 'a', 'x\ny')).toMatchObject({ count: 4, lines: [1, 3, 3, 4] });
  });

  it('replaceAll agrees with String.replace wherever that has no surroundings to insert', () => {
    const replacement = fc.stringMatching(/^(?:[ab$<>&012]|\$\$)*$/);
    fc.assert(
      fc.property(fc.stringMatching(/^[abc]*$/), replacement, (text, given) => {
        const pattern = /(a)(b)?/g;
        expect(replaceAll(text, pattern, given, { references: true, maxChars: 1e6 })?.text).toBe(
          text.replace(pattern, given),
        );
      }),
    );
  });
});
