import { describe, expect, it } from 'vitest';
import { insertLines } from '../../src/insert-content/insert-lines.ts';

const inserted = (text: string, content: string, line: number): string | undefined =>
  insertLines(text, content, { line })?.text;

describe('insertLines', () => {
  it.each([
    ['ahead of the first line', 'a\nb\n', 'x', 1, 'x\na\nb\n'],
    ['ahead of the last line', 'a\nb\n', 'x', 2, 'a\nx\nb\n'],
    ['past the last line', 'a\nb\n', 'x', 3, 'a\nb\nx\n'],
    ['at the end', 'a\nb\n', 'x', 0, 'a\nb\nx\n'],
    ['with its own break once', 'a\n', 'x\n', 1, 'x\na\n'],
    ['as several lines', 'a\n', 'x\ny', 1, 'x\ny\na\n'],
    ['as an empty line', 'a\nb\n', '\n', 2, 'a\n\nb\n'],
    ['with a blank line after it', 'a\n', 'x\n\n', 1, 'x\n\na\n'],
    ['at the end of a file without a final break', 'a\nb', 'x\n', 0, 'a\nb\nx'],
    ['into a file without a final break', 'a\nb', 'x\n', 2, 'a\nx\nb'],
    ['into a single line without a break', 'a', 'x', 1, 'x\na'],
    ['with CRLF where the file has it', 'a\r\nb\r\n', 'x\ny', 2, 'a\r\nx\r\ny\r\nb\r\n'],
    ['with CR where the file has it', 'a\rb\r', 'x', 2, 'a\rx\rb\r'],
    ['with the break of the line before in a mixed file', 'a\r\nb\nc\n', 'x', 2, 'a\r\nx\r\nb\nc\n'],
    ['with the break of the first line at the start', 'a\r\nb\n', 'x', 1, 'x\r\na\r\nb\n'],
    ['into an empty file as it is', '', 'x', 0, 'x'],
    ['into an empty file with its break', '', 'x\n', 1, 'x\n'],
  ])('insertLines puts lines %s', (_where, text, content, line, result) => {
    expect(inserted(text, content, line)).toBe(result);
  });

  it('insertLines knows no line beyond one past the last', () => {
    expect(inserted('a\nb\n', 'x', 4)).toBeUndefined();
    expect(inserted('a\nb', 'x', 4)).toBeUndefined();
    expect(inserted('', 'x', 2)).toBeUndefined();
  });
});
