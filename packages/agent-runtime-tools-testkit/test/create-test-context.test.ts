import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { createTestContext } from '../src/create-test-context.ts';
import { ManualClock } from '../src/manual-clock.ts';

describe('createTestContext', () => {
  it('createTestContext fills every field of a context', () => {
    const context: ToolContext = createTestContext();
    expect(context).toMatchObject({
      callId: 'call-1',
      taskId: 'task-1',
      turnId: 'turn-1',
      mode: 'act',
      tool: { name: 'test_tool' },
    });
    expect(context.approval).toMatchObject({ required: false, turnRejected: false });
    expect(context.signal.aborted).toBe(false);
  });

  it('createTestContext lets every field be given', () => {
    const given = {
      cwd: '/here',
      taskId: 't',
      callId: 'c',
      turnId: 'n',
      mode: 'plan',
      tool: { ...createTestContext().tool, name: 'x' },
      principal: { id: 'me' },
      callbacks: { confirm: async () => true },
      autoApproval: { enabled: true },
      approval: { ...createTestContext().approval, required: true, turnRejected: true },
    } as const;
    expect(createTestContext(given)).toMatchObject(given);
  });

  it('a test context records what a handler puts out and how far it is', () => {
    const context = createTestContext({ tool: { ...createTestContext().tool, name: 'copy' }, callId: 'c7' });
    context.emitOutput('one ');
    context.clock.advance(5);
    context.emitProgress(1, 2, 'half');
    context.emitOutput('two');
    expect(context.activity.output).toBe('one two');
    const [progress] = context.activity.ofType('tool_progress');
    expect(progress?.data).toEqual({ toolName: 'copy', done: 1, total: 2, message: 'half' });
    expect(context.activity.forCall('c7').map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    const [first, second] = context.activity.events;
    expect((second?.timestamp ?? 0) - (first?.timestamp ?? 0)).toBe(5);
  });

  it('a test context records what is logged', () => {
    const context = createTestContext();
    context.logger.warn('careful', { why: 'ice' });
    context.logger.debug('fine');
    expect(context.logs).toEqual([
      { level: 'warn', message: 'careful', fields: { why: 'ice' } },
      { level: 'debug', message: 'fine' },
    ]);
  });

  it('a test context gives its clock to services, beside those it is given', () => {
    const clock = new ManualClock(7);
    const artifacts = { put: () => Promise.reject(new Error('full')), read: async () => undefined };
    const context = createTestContext({ clock, services: { artifacts } });
    expect(context.services).toEqual({ clock, artifacts });
    expect(context.clock).toBe(clock);
  });

  it('a test context aborts with a reason, also where a signal was given', () => {
    const given = new AbortController();
    const context = createTestContext({ signal: given.signal });
    context.abort('enough');
    expect(context.signal.reason).toBe('enough');
    expect(given.signal.aborted).toBe(false);

    const other = createTestContext({ signal: given.signal });
    given.abort('outside');
    expect(other.signal.reason).toBe('outside');
  });

  it('a test context holds files in memory', async () => {
    const { memoryFiles } = createTestContext({ files: { 'a.txt': 'one' } });
    await memoryFiles.write('b.txt', `${await memoryFiles.read('a.txt')} two`);
    expect(memoryFiles.snapshot()).toEqual({ 'a.txt': 'one', 'b.txt': 'one two' });
  });
});
