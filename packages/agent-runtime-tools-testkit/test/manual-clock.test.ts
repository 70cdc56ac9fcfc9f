import { ToolCoordinator, Type, coreErrors, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../src/manual-clock.ts';

describe('ManualClock', () => {
  it('ManualClock stands still until it is advanced', () => {
    const clock = new ManualClock(1_000);
    expect(clock.now()).toBe(1_000);
    clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });

  it('ManualClock runs due tasks in the order of their time, then of their scheduling', () => {
    const clock = new ManualClock(0);
    const ran: string[] = [];
    clock.schedule(() => ran.push('late'), 20);
    clock.schedule(() => ran.push('first'), 10);
    clock.schedule(() => ran.push('second'), 10);
    clock.schedule(() => ran.push('never'), 31);
    clock.advance(30);
    expect(ran).toEqual(['first', 'second', 'late']);
    expect(clock.pending).toBe(1);
  });

  it('ManualClock runs what tasks schedule, at its own time', () => {
    const clock = new ManualClock(0);
    const ran: number[] = [];
    clock.schedule(() => {
      ran.push(clock.now());
      clock.schedule(() => ran.push(clock.now()), 5);
      clock.schedule(() => ran.push(clock.now()), 100);
    }, 10);
    clock.advance(20);
    expect(ran).toEqual([10, 15]);
    expect(clock.pending).toBe(1);
  });

  it('ManualClock forgets a task that was taken back', () => {
    const clock = new ManualClock(0);
    const cancel = clock.schedule(() => expect.unreachable(), 10);
    cancel();
    cancel();
    clock.advance(10);
    expect(clock.pending).toBe(0);
  });

  it('ManualClock refuses to run backwards', () => {
    expect(() => new ManualClock().advance(-1)).toThrow(RangeError);
    expect(() => new ManualClock().advance(Number.NaN)).toThrow(RangeError);
  });

  it('ManualClock stops at a task that schedules itself without end', () => {
    const clock = new ManualClock(0);
    const again = (): void => void clock.schedule(again, 0);
    again();
    expect(() => clock.advance(1)).toThrow('without end');
  });

  it('ManualClock lets promises go on between tasks when it is advanced asynchronously', async () => {
    const clock = new ManualClock(0);
    const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.schedule(resolve, ms));
    const times: number[] = [];
    const work = (async () => {
      for (let step = 0; step < 3; step++) {
        await wait(10);
        times.push(clock.now());
      }
    })();
    await clock.advanceAsync(30);
    await work;
    expect(times).toEqual([10, 20, 30]);
  });

  it('ManualClock drives the timeouts and retries of a coordinator', async () => {
    const clock = new ManualClock();
    let attempts = 0;
    const flaky = defineTool({
      name: 'flaky',
      parameters: Type.Object({}),
      capabilities: { retryable: true },
      execute: async () => (++attempts < 3 ? fail(coreErrors.QUEUE_FULL()) : ok('done')),
    });
    const tools = new ToolCoordinator({ services: { clock } }).register(flaky);
    const pending = tools.execute('flaky', {});
    await clock.advanceAsync(10_000);
    expect(await pending).toMatchObject({ ok: true, metadata: { attempts: 3 } });
    expect(clock.pending).toBe(0);
  });
});
