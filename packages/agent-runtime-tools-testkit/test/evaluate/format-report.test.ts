import { describe, expect, it } from 'vitest';
import { evaluationReport } from '../../src/evaluate/evaluation-report.ts';
import { formatReport } from '../../src/evaluate/format-report.ts';

describe('formatReport', () => {
  it('formatReport shows rates in columns and failures with their reasons', () => {
    const cases = [
      { id: 'one', tool: 'read_file', tags: ['smoke'], passed: true, ms: 1 },
      { id: 'two', tool: 'read_file', passed: false, reason: 'gave TIMEOUT\nwhere ok was expected', ms: 9 },
      { id: 'three', tool: 'grep', tags: ['smoke'], passed: true, ms: 1 },
      { id: 'line 7', passed: false, reason: 'line 7 is not JSON', ms: 0 },
    ];
    expect(formatReport(evaluationReport(cases, { cancelled: false }))).toBe(
      [
        '           total  passed  failed     rate',
        'read_file      2       1       1   50.0 %',
        'grep           1       1       0  100.0 %',
        '#smoke         2       2       0  100.0 %',
        'all            4       2       2   50.0 %',
        '',
        'Failed:',
        '  two (read_file): gave TIMEOUT\\nwhere ok was expected',
        '  line 7: line 7 is not JSON',
      ].join('\n'),
    );
  });

  it('formatReport says when an evaluation was cancelled', () => {
    expect(formatReport(evaluationReport([], { cancelled: true }))).toContain('Cancelled');
  });

  it('formatReport rounds down, so that only a full score reads 100 %', () => {
    const cases = Array.from({ length: 2_000 }, (_, index) => ({
      id: String(index),
      tool: 't',
      passed: index > 0,
      ms: 0,
      reason: 'x',
    }));
    expect(formatReport(evaluationReport(cases, { cancelled: false }))).toContain('99.9 %');
  });
});
