import { describe, expect, it } from 'vitest';
import { compileLimits } from '../src/limits/compile-limits.ts';
import { LimitsOfTool } from '../src/limits/limits-of-tool.ts';
import { HeldTool } from './fixture.ts';

const { tool } = new HeldTool();
const limits = (by: readonly ('principal' | 'task')[]) =>
  new LimitsOfTool(tool, compileLimits([{ name: 'l', by, rate: { calls: 1, per: 'hour' }, concurrency: 2 }]));
const call = (id: string, taskId: string) => ({ tool, principal: { id }, taskId });

describe('what a call takes', () => {
  it('is worked out once for a principal and a task', () => {
    const known = limits(['principal', 'task']);
    const uses = known.usesOf(call('alice', 'a'));
    expect(known.usesOf(call('alice', 'a'))).toBe(uses);
    expect(known.usesOf(call('alice', 'b'))).not.toEqual(uses);
    expect(known.usesOf(call('bob', 'a'))).not.toEqual(uses);
  });

  it('is the same for all tasks if they are not counted', () => {
    const known = limits(['principal']);
    expect(known.usesOf(call('alice', 'a'))).toBe(known.usesOf(call('alice', 'b')));
  });

  it('is remembered for a bounded number of callers', () => {
    const known = limits(['task']);
    const first = known.usesOf(call('alice', 'first'));
    for (let at = 0; at < 4999; at++) known.usesOf(call('alice', `t${at}`));
    expect(known.usesOf(call('alice', 'first'))).toBe(first);
    known.usesOf(call('alice', 'one more'));
    expect(known.usesOf(call('alice', 'first'))).not.toBe(first);
    expect(known.usesOf(call('alice', 'first'))).toEqual(first);
  });
});
