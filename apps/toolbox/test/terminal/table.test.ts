import { describe, expect, it } from 'vitest';
import { tableLines, type Cell } from '../../src/terminal/table.ts';

const rows = (...texts: string[][]): Cell[][] =>
  texts.map((row) => row.map((text) => ({ text, paint: (cut: string) => cut })));

describe('tableLines', () => {
  it('aligns columns without trailing spaces', () => {
    expect(
      tableLines(rows(['a', 'long text', ''], ['bbb', 'short', 'x']), { width: 80, flexible: 1, overflow: 'cut' }),
    ).toEqual(['  a    long text', '  bbb  short      x']);
  });

  it('cuts the flexible column to the width', () => {
    const [line = ''] = tableLines(rows(['name', 'a text that is too long for the line', 'flag']), {
      width: 40,
      flexible: 1,
      overflow: 'cut',
    });
    expect(line).toBe('  name  a text that is too long f…  flag');
    expect(line).toHaveLength(40);
  });

  it('wraps the flexible column', () => {
    expect(
      tableLines(rows(['name', 'a text that is too long for the line']), { width: 30, flexible: 1, overflow: 'wrap' }),
    ).toEqual(['  name  a text that is too', '        long for the line']);
  });

  it('leaves out columns that are empty in every row', () => {
    expect(tableLines(rows(['a', '', 'b']), { width: 80, flexible: 2, overflow: 'cut' })).toEqual(['  a  b']);
  });

  it('returns no lines for no rows', () => {
    expect(tableLines([], { width: 80, flexible: 0, overflow: 'cut' })).toEqual([]);
  });

  it('counts two columns for wide characters', () => {
    expect(tableLines(rows(['日本', 'x'], ['abcd', 'y']), { width: 80, flexible: 1, overflow: 'cut' })).toEqual([
      '  日本  x',
      '  abcd  y',
    ]);
    expect(tableLines(rows(['日本'.repeat(20)]), { width: 24, flexible: 0, overflow: 'cut' })).toEqual([
      `  ${'日本'.repeat(5)}…`,
    ]);
  });
});
