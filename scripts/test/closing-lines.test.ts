import { describe, expect, it } from 'vitest';
import { closingLines } from '../closing-lines.mjs';

describe('the closing lines', () => {
  it('end with the counts alone on a line', () => {
    expect(closingLines({ passed: 3, failed: 0, skipped: [] }).lines).toEqual(['', '3 passed, 0 failed, 0 skipped']);
  });

  it('name what was skipped, and why if it says so', () => {
    const skipped = [
      { file: 'a.test.ts', name: 'x > y', reason: 'no bwrap' },
      { file: 'a.test.ts', name: 'z' },
    ];
    expect(closingLines({ passed: 1, failed: 0, skipped }).lines).toEqual([
      '',
      'Skipped:',
      '  a.test.ts > x > y (no bwrap)',
      '  a.test.ts > z',
      '',
      '1 passed, 0 failed, 2 skipped',
    ]);
  });

  it('count by file where the names would be too many', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ file: 'b.test.ts', name: `${index}` }));
    const skipped = [{ file: 'a.test.ts', name: 'x' }, ...many];
    expect(closingLines({ passed: 0, failed: 0, skipped }).lines).toEqual([
      '',
      'Skipped:',
      '  a.test.ts: 1 test',
      '  b.test.ts: 40 tests',
      '',
      '0 passed, 0 failed, 41 skipped',
    ]);
  });

  it('call a run that was not counted one failure', () => {
    expect(closingLines(undefined)).toEqual({ failed: 1, lines: ['', '0 passed, 1 failed, 0 skipped'] });
  });
});
