import { fail, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { duration, statusLines } from '../../src/call/status-lines.ts';

const paint = paintFor({ hasColour: false });

describe('statusLines', () => {
  const metadata = { callId: '1', toolName: 'act', toolVersion: '1.0.0', executionTimeMs: 5, attempts: 3 };

  it('shows repairs and warnings of a successful call', () => {
    const result = {
      ...ok(1),
      metadata: {
        ...metadata,
        warnings: ['mind\nthe gap'],
        repaired: [{ path: '/a/0', action: 'parsed-json' as const }],
      },
    };
    expect(statusLines(result, paint)).toEqual([
      '✓ act 5 ms · 3 attempts',
      '  ~ a.0: was JSON in a string, which was parsed',
      '  ! mind',
      '    the gap',
    ]);
  });

  it('does not repeat a warning that was the last line of the value', () => {
    const result = { ...ok(1), metadata: { ...metadata, attempts: 1, warnings: ['line 1 of 9', 'mind the gap'] } };
    const lines = statusLines(result, paint, { lastLine: '[line 1 of 9]' });
    expect(lines).toEqual(['✓ act 5 ms', '  ! mind the gap']);
  });

  it('shows the code, the message and the suggestion of a failed call', () => {
    const result = {
      ...fail('NOPE', 'It did not work.', { suggestion: 'Try again.', details: { handlerStillRunning: true } }),
      metadata,
    };
    expect(statusLines(result, paint)).toEqual([
      '✗ act NOPE · 5 ms · 3 attempts',
      '    It did not work.',
      '  → Try again.',
      '  ! The tool did not stop when the call was cancelled.',
    ]);
  });
});

describe('duration', () => {
  it.each([
    [0.04, '0 ms'],
    [7.26, '7.3 ms'],
    [42.6, '43 ms'],
    [1234, '1.2 s'],
    [59_999, '60.0 s'],
    [125_000, '2 min 5 s'],
  ])('of %d ms is %s', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });
});
