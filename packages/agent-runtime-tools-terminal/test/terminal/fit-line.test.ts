import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { paintFor } from '../../src/index.ts';
import { fitLine } from '../../src/terminal/fit-line.ts';

const paint = paintFor({ hasColour: true });

describe('fitLine', () => {
  it('leaves a line alone that fits', () => {
    expect(fitLine(`${paint.red('ab')}cd`, 4)).toEqual([`${paint.red('ab')}cd`]);
  });

  it('marks continued lines, which are as long as the first', () => {
    expect(fitLine('abcdefghij', 4)).toEqual(['abcd', '┊ ef', '┊ gh', '┊ ij']);
    expect(fitLine('日本語', 4)).toEqual(['日本', '┊ 語']);
  });

  it('keeps the colours of what it continues, and ends them with each line', () => {
    const lines = fitLine(`x ${paint.red('abcdef')}${paint.dim('gh')}`, 4);
    expect(lines.map((line) => stripVTControlCharacters(line))).toEqual(['x ab', '┊ cd', '┊ ef', '┊ gh']);
    expect(lines[1]).toBe('┊ \u001b[31mcd\u001b[0m');
    for (const line of lines) expect(line.endsWith('\u001b[0m')).toBe(true);
    expect(lines[3]).toContain('\u001b[39m\u001b[2mgh');
  });
});
