import { describe, expect, it } from 'vitest';
import { closingLines } from '../testing/closing-lines.mjs';

describe('the closing lines', () => {
  it('end with the counts alone on a line', () => {
    expect(closingLines({ passed: 3, failed: 0, skipped: [] }).lines).toEqual(['', '3 passed, 0 failed, 0 skipped']);
  });

  it('list the skipped tests with their reasons', () => {
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

  it('count skipped tests by file if there are too many to list', () => {
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

  it('count a run that ended early as one failure', () => {
    expect(closingLines(undefined)).toEqual({ failed: 1, lines: ['', '0 passed, 1 failed, 0 skipped'] });
  });

  it('name files that tests left behind, which are one failure in CI', () => {
    const counts = { passed: 2, failed: 0, skipped: [] };
    const left = 'Left in the temporary folder: a-1, b-2';
    expect(closingLines(counts, ['b-2', 'a-1'], {})).toEqual({
      failed: 0,
      lines: ['', left, '', '2 passed, 0 failed, 0 skipped'],
    });
    expect(closingLines(counts, ['b-2', 'a-1'], { CI: 'true' })).toEqual({
      failed: 1,
      lines: ['', left, '', '2 passed, 1 failed, 0 skipped'],
    });
  });
});
