import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../src/index.ts';
import { entryText } from '../../src/record/entry-text.ts';

const RUN = {
  kind: 'run',
  time: '2026-01-02T03:04:05.678Z',
  call: 'k1-00',
  task: 'task-1',
  tool: 'note',
  version: '1.0.0',
  args: 'sha256:00',
  mode: 'act',
  by: 'not-required',
} as const;
const END = { kind: 'end', time: RUN.time, call: 'k1-00', ok: true, attempts: 1, ms: 3 } as const;

describe('entryText', () => {
  const hostile = '"},\\"x":1\n\u2028\ud800 ä 🙂';
  it.each<[string, AuditEntry]>([
    ['a run', RUN],
    ['the run of another task', { ...RUN, task: 'task-2', principal: 'alice' }],
    ['a run of another principal', { ...RUN, task: 'task-2', principal: 'bob' }],
    ['a run that a rule allowed', { ...RUN, by: 'policy', policy: 'reads', rule: 'Read(**)', reason: 'it only reads' }],
    ['a run with everything', { ...RUN, callId: 'call_0', principal: 'alice', trace: '00-ab-cd-01' }],
    [
      'a run with hostile texts',
      { ...RUN, call: hostile, callId: hostile, task: hostile, args: hostile, by: hostile, trace: hostile },
    ],
    ['a run as the first one', RUN],
    ['an end', END],
    ['the end of a failure', { ...END, ok: false, code: 'X', attempts: 0, queuedMs: 4, approvalMs: 5 }],
    ['an end with a result', { ...END, result: 'sha256:11' }],
    ['an end with hostile texts', { ...END, time: hostile, call: hostile, code: hostile, result: hostile }],
    ['an end with a number that JSON does not have', { ...END, ms: Number.NaN }],
    ['a change of the mode', { kind: 'mode', time: RUN.time, task: hostile, mode: 'plan', previous: 'act' }],
  ])('writes %s as JSON does', (_, entry) => {
    const text = `{${entryText(entry)}}`;
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(entry)));
    expect(text).not.toMatch(/[\n\ud800]/);
  });
});
