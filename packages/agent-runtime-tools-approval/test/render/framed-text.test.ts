import { describe, expect, it } from 'vitest';
import { argumentsBesideDiff } from '../../src/render/arguments-beside-diff.ts';
import { cutDiff, describeCounts } from '../../src/render/cut-diff.ts';
import { frameLine, frameText } from '../../src/render/framed-text.ts';
import { wrapLines } from '../../src/render/wrap-lines.ts';

const numbered = (count: number, text = '') => Array.from({ length: count }, (_, at) => `${text}${at}`);
const framed = (text: string, options: object = {}) =>
  frameText(text, { width: 20, maxChars: 1000, maxLines: 6, ...options });

describe('A wrapped text', () => {
  it.each([
    ['abc', 3, undefined, ['abc']],
    ['abcd', 3, undefined, ['abc', 'd']],
    ['abcdefg', 3, undefined, ['abc', 'def', 'g']],
    ['abcd', 3, 2, ['ab', 'cd']],
    ['ab', 3, 2, ['ab']],
    ['abc', 3, 0, ['', 'abc']],
    ['', 3, undefined, ['']],
    ['日本', 3, undefined, ['日', '本']],
    ['日a', 3, undefined, ['日a']],
    ['日', 1, undefined, ['', '日']],
    ['e\u0301e\u0301e', 3, undefined, ['e\u0301e\u0301e']],
    ['ééé', 3, undefined, ['ééé']],
    ['❤️a', 3, undefined, ['❤️', 'a']],
  ])('%j at %s columns, the first line at %s, is %j', (text, width, first, lines) => {
    expect(wrapLines(text, width, first)).toEqual(lines);
  });
});

describe('A framed line', () => {
  it.each([
    ['', ['│']],
    ['abc', ['│ abc']],
    ['a\tb', ['│ a    b']],
    ['abcdefghijk', ['│ abcdefghij', '┊ k']],
  ])('%j is %j', (line, lines) => {
    expect(frameLine(line, 10)).toEqual(lines);
  });
});

describe('A framed text', () => {
  it.each<[string, string, string[]]>([
    ['one line', 'a', ['│ a']],
    ['two blank lines', 'a\n\n\nb', ['│ a', '│', '│', '│ b']],
    ['three blank lines', 'a\n\n \n\nb', ['│ a', '│ [3 blank lines]', '│ b']],
    ['blank lines at the end', 'a\n\n', ['│ a', '│', '│']],
    ['blanks up to 40', `a${' '.repeat(2)}b`, ['│ a  b']],
    ['more than 40 blanks', `a${' '.repeat(41)}b`, ['│ a[41 blanks]b']],
    ['as many lines as fit', numbered(6).join('\n'), numbered(6, '│ ')],
  ])('of %s is shown whole', (_, text, lines) => {
    expect(framed(text)).toEqual({ lines, leftOut: 0, linesLeftOut: 0 });
  });

  it('leaves the middle out where it has too many lines', () => {
    expect(framed(numbered(7).join('\n'))).toEqual({
      lines: ['│ 0', '│ 1', '│ 2', '│ [... 1 line left out ...]', '│ 4', '│ 5', '│ 6'],
      leftOut: 1,
      linesLeftOut: 1,
    });
    expect(framed(numbered(9).join('\n'))).toMatchObject({
      lines: ['│ 0', '│ 1', '│ 2', '│ [... 3 lines left out ...]', '│ 6', '│ 7', '│ 8'],
      leftOut: 5,
      linesLeftOut: 3,
    });
  });

  it('leaves the middle out where it has too many characters', () => {
    const lines = ['aaaaa', 'bbbbb', 'ccccc', 'ddddd'];
    expect(framed(lines.join('\n'), { maxChars: 20 })).toMatchObject({ leftOut: 0 });
    expect(framed(lines.join('\n'), { maxChars: 19 })).toMatchObject({
      lines: ['│ aaaaa', '│ bbbbb', '│ [... 1 line left out ...]', '│ ddddd'],
      leftOut: 5,
      linesLeftOut: 1,
    });
  });

  it('counts folded blank lines that it leaves out', () => {
    expect(framed(`0\n1\n2\n${'\n'.repeat(9)}\n4\n5\n6`)).toMatchObject({
      lines: ['│ 0', '│ 1', '│ 2', '│ [... 10 lines left out ...]', '│ 4', '│ 5', '│ 6'],
      linesLeftOut: 10,
      leftOut: 9,
    });
  });

  it('shows both ends of a line of 400 characters that does not fit, and nothing of a shorter one', () => {
    const { lines, leftOut, linesLeftOut } = framed('x'.repeat(400), { maxLines: 4 });
    const shown = lines.join('').match(/x/g) ?? [];
    expect(lines).toHaveLength(5);
    expect(lines[2]).toBe(`│ [... ${leftOut} characters left out ...]`);
    expect([shown.length + leftOut, linesLeftOut]).toEqual([400, 1]);
    expect(framed('x'.repeat(399), { maxLines: 4 })).toEqual({
      lines: ['│ [... 1 line left out ...]'],
      leftOut: 399,
      linesLeftOut: 1,
    });
  });
});

describe('A cut diff', () => {
  it.each([
    [{ added: 1, removed: 0, other: 0 }, '1 added line is'],
    [{ added: 2, removed: 1, other: 0 }, '1 removed line and 2 added lines are'],
    [{ added: 0, removed: 0, other: 1 }, '1 other line is'],
    [{ added: 1, removed: 0, other: 1 }, '1 added line and 1 other line are'],
  ])('describes %j as "%s"', (counts, text) => {
    expect(describeCounts(counts)).toBe(text);
  });

  it('keeps a run that its note would not make shorter', () => {
    const lines = ['@@', ...numbered(3, '-'), ...numbered(9, '+')];
    const cut = cutDiff(lines, 7);
    expect(cut.lines).toEqual(['@@', '-0', '-1', '-2', '+0', '... 7 added lines are not shown ...', '+8']);
    expect(cut.leftOut).toEqual({ added: 7, removed: 0, other: 0 });
  });

  it('takes the two lines of a header for neither added nor removed', () => {
    const cut = cutDiff(['--- a', '+++ b', ...numbered(9, '+')], 5);
    expect(cut.lines.slice(0, 2)).toEqual(['--- a', '+++ b']);
    expect(cut.leftOut).toEqual({ added: 7, removed: 0, other: 0 });
    expect(cutDiff(['--- a', '-b', ...numbered(9, '+')], 5).leftOut.removed).toBe(0);
    expect(cutDiff(['+++ a', ...numbered(9, '+')], 5).leftOut).toEqual({ added: 6, removed: 0, other: 0 });
  });
});

describe('Arguments beside a diff', () => {
  const DIFF = '--- a\n+++ b\n@@ -1 +1 @@\n-old line\n+new line\n+second';
  const beside = (args: Record<string, unknown>) => argumentsBesideDiff(args, DIFF);

  it.each(
    'content contents text new_string old_string new_str old_str newString oldString file_text insert_text diff patch search replace replacement'.split(
      ' ',
    ),
  )('do not repeat %s', (name) => {
    expect(beside({ [name]: 'new line', path: 'new line' })).toEqual({
      args: { path: 'new line' },
      inChanges: [{ place: name, text: 'new line' }],
    });
  });

  it.each(['edits', 'files', 'diffs', 'changes'])('do not repeat the texts in the list %s', (name) => {
    expect(beside({ [name]: [{ content: 'new line', path: 'p' }, 'x', null] })).toEqual({
      args: { [name]: [{ path: 'p' }, 'x', null] },
      inChanges: [{ place: `${name}[0].content`, text: 'new line' }],
    });
    expect(beside({ [`my_${name}`]: [{ content: 'new line' }] }).inChanges).toEqual([]);
  });

  it.each([
    ['new line', true],
    ['ew lin', true],
    ['new line\nsecond', true],
    ['line\nsecond', true],
    ['new line\nsec', true],
    ['new line\nsecond\n', true],
    ['new line\r\n', true],
    ['new\nsecond', false],
    ['new line\nond', false],
    ['new line\nold line\nsecond', true],
    ['new line\nold\nsecond', false],
    ['', false],
    [5, false],
  ])('take %j for shown: %s', (content, isShown) => {
    expect(beside({ content }).inChanges.length === 1).toBe(isShown);
  });

  it('are looked at four lists deep, and not without a diff', () => {
    const nested = (levels: number): Record<string, unknown> =>
      levels === 0 ? { content: 'new line' } : { edits: [nested(levels - 1)] };
    expect(beside(nested(4)).inChanges).toHaveLength(1);
    expect(beside(nested(5)).inChanges).toHaveLength(0);
    for (const diff of [undefined, '']) {
      const args = { content: 'new line' };
      expect(argumentsBesideDiff(args, diff)).toEqual({ args, inChanges: [] });
    }
  });
});
