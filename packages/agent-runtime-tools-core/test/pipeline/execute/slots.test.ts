import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type ToolLimits, type ToolResult } from '../../../src/index.ts';

/** A coordinator with one slot, a clock that the test moves, and a tool whose calls the test ends one by one. */
function oneSlot(limits: ToolLimits = {}) {
  let now = 1000;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const clock = {
    now: () => now,
    schedule(run: () => void, ms: number) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const running: (() => void)[] = [];
  const tool = defineTool({
    name: 'work',
    parameters: Type.Object({}),
    limits,
    execute: (_, { signal }) =>
      new Promise<ToolResult<string>>((resolve) => {
        running.push(() => resolve(ok('worked')));
        signal.addEventListener('abort', () => resolve(ok('stopped')));
      }),
  });
  return {
    tools: new ToolCoordinator({ services: { clock }, concurrency: { limit: 1 } }).register(tool),
    running,
    async pass(ms: number): Promise<void> {
      now += ms;
      for (const timer of timers) if (timer.at <= now && timers.delete(timer)) timer.run();
      await nextTurn();
    },
  };
}

describe('a call that waits for a slot', () => {
  it.each<[string, ToolLimits]>([
    ['of the coordinator', {}],
    ['of its tool', { concurrency: 1 }],
  ])('%s times out without having run', async (_, limits) => {
    const { tools, running, pass } = oneSlot(limits);
    const first = tools.execute('work', {}, { timeoutMs: 5000 });
    const second = tools.execute('work', {}, { timeoutMs: 1000 });
    await nextTurn();
    await pass(999);
    expect(tools.getStats().queueLength).toBe(1);
    await pass(2);
    expect(await second).toMatchObject({
      error: { code: 'TIMEOUT', message: 'work was not started: no slot was free within 1000 ms.' },
      metadata: { attempts: 0 },
    });
    expect(tools.getStats().queueLength).toBe(0);
    expect(running).toHaveLength(1);
    running[0]?.();
    expect(await first).toMatchObject({ value: 'worked' });
  });

  it('has only the rest of its time limit for the handler', async () => {
    const { tools, running, pass } = oneSlot();
    const first = tools.execute('work', {}, { timeoutMs: 5000 });
    const second = tools.execute('work', {}, { timeoutMs: 1000 });
    await nextTurn();
    await pass(600);
    running[0]?.();
    await first;
    await nextTurn();
    expect(running).toHaveLength(2);
    await pass(399);
    expect(tools.getStats().inFlight).toBe(1);
    await pass(2);
    expect(await second).toMatchObject({
      error: { code: 'TIMEOUT', message: 'work did not finish within 1000 ms and was stopped.' },
      metadata: { attempts: 1, queuedMs: 600 },
    });
  });

  it('runs with its full time limit when a slot is free at once', async () => {
    const { tools, running, pass } = oneSlot();
    const call = tools.execute('work', {}, { timeoutMs: 1000 });
    await nextTurn();
    await pass(999);
    running[0]?.();
    expect(await call).toMatchObject({ value: 'worked' });
  });
});
