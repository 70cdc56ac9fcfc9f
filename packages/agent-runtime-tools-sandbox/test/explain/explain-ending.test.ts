import { describe, expect, it } from 'vitest';
import { explainEnding } from '../../src/explain/explain-ending.ts';

const profile = { writable: true, network: false };

describe('explainEnding', () => {
  it.for([
    [152, '', 'cpu'],
    [153, '', 'fileSize'],
    [134, 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory', 'memory'],
    [1, 'Traceback ...\nMemoryError\n', 'memory'],
    [254, 'bash: fork: retry: Resource temporarily unavailable', 'processes'],
    [1, 'OSError: [Errno 24] Too many open files', 'openFiles'],
    [1, 'OSError: [Errno 27] File too large', 'fileSize'],
    [1, 'dd: No space left on device', 'disk'],
    [0, 'a note about ENOSPC', undefined],
    [1, 'AssertionError', undefined],
  ] as const)('takes exit code %i with "%s" for the limit %s', ([exitCode, stderr, limit]) => {
    expect(explainEnding({ exitCode, stdout: '', stderr }, profile).limitHit).toBe(limit);
  });

  it('trusts the limit at which a run was stopped more than its output', () => {
    expect(explainEnding({ exitCode: 137, stdout: '', stderr: 'MemoryError' }, profile, 'time').limitHit).toBe('time');
  });

  it('mentions the network only if there is none', () => {
    const ended = { exitCode: 1, stdout: '', stderr: 'connect ENETUNREACH 192.0.2.1:80' };
    expect(explainEnding(ended, profile).refused).toEqual(['The sandbox refused the network: this run has none.']);
    expect(explainEnding(ended, { writable: true, network: true }).refused).toEqual([]);
  });

  it('finds no refusal in ordinary output', () => {
    expect(
      explainEnding({ exitCode: 1, stdout: 'failed: 3', stderr: 'Error: expected 1 to be 2' }, profile).refused,
    ).toEqual([]);
  });
});
