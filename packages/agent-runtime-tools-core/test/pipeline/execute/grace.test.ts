import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type ToolLimits, type ToolResult } from '../../../src/index.ts';

/** A clock that the test moves by hand. */
function manualClock() {
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
  const pass = async (ms: number): Promise<void> => {
    now += ms;
    for (const timer of timers) {
      if (timer.at > now || !timers.delete(timer)) continue;
      timer.run();
    }
    await nextTurn();
  };
  return { clock, pass, timers };
}

/** A call whose handler never ends, with a function that tells whether the call has settled. */
async function hangingCall(limits?: { graceMs: number }, ofTool?: ToolLimits) {
  const { clock, pass, timers } = manualClock();
  const tools = new ToolCoordinator({ services: { clock }, ...(limits && { limits }) }).register(
    defineTool({
      name: 'hangs',
      parameters: Type.Object({}),
      ...(ofTool && { limits: ofTool }),
      execute: () => new Promise<never>(() => {}),
    }),
  );
  const state = { settled: false };
  const call = tools.execute('hangs', {}, { timeoutMs: 2000 });
  void call.then(() => (state.settled = true));
  await nextTurn();
  return { call, pass, timers, state };
}

describe('a middleware that sees every outcome', () => {
  it.each(['guard', 'around'] as const)('in the phase %s is told when a hanging handler is given up', async (phase) => {
    const { clock, pass } = manualClock();
    const seen: string[] = [];
    const watch = (name: string, seesEveryOutcome: boolean) => ({
      name,
      phase,
      seesEveryOutcome,
      async execute(params: unknown, _: unknown, next: (params: unknown) => Promise<ToolResult>) {
        const result = await next(params);
        seen.push(`${name} ${result.ok ? 'ok' : result.error.code}`);
        return result;
      },
    });
    const tools = new ToolCoordinator({ services: { clock } })
      .register(defineTool({ name: 'hangs', parameters: Type.Object({}), execute: () => new Promise<never>(() => {}) }))
      .use([watch('watcher', true), watch('other', false)]);
    const call = tools.execute('hangs', {}, { timeoutMs: 2000 });
    await nextTurn();
    await pass(2000);
    await pass(500);
    expect(await call).toMatchObject({ error: { code: 'TIMEOUT' } });
    expect(seen).toEqual(['watcher TIMEOUT']);
  });
});

describe('the grace period of a stopped handler', () => {
  it.each<[what: string, graceMs: number, limits: { graceMs: number } | undefined, ofTool: ToolLimits | undefined]>([
    ['is half a second', 500, undefined, undefined],
    ['is what the coordinator says', 70, { graceMs: 70 }, undefined],
    ['is what its tool says, over the coordinator', 30, { graceMs: 70 }, { graceMs: 30 }],
  ])('%s', async (_, graceMs, limits, ofTool) => {
    const { call, pass, state, timers } = await hangingCall(limits, ofTool);
    await pass(2000);
    await pass(graceMs - 1);
    expect(state.settled).toBe(false);
    await pass(1);
    expect(state.settled).toBe(true);
    expect(await call).toMatchObject({ error: { code: 'TIMEOUT', details: { handlerStillRunning: true } } });
    expect(timers.size).toBe(0);
  });

  it('begins with its time limit, not before', async () => {
    const { pass, state } = await hangingCall({ graceMs: 70 });
    await pass(1998);
    await pass(70);
    await pass(0);
    expect(state.settled).toBe(false);
    await pass(70);
    expect(state.settled).toBe(true);
  });
});

it('a call that ends does not affect the time limits of other calls', async () => {
  const { clock, pass } = manualClock();
  const ends = new Map<string, () => void>();
  const tools = new ToolCoordinator({ services: { clock } }).register(
    defineTool({
      name: 'waits',
      parameters: Type.Object({}),
      execute: (_, { callId, signal }) =>
        new Promise<ToolResult<string>>((resolve) => {
          ends.set(callId, () => resolve(ok('done')));
          signal.addEventListener('abort', () => resolve(ok('stopped')));
        }),
    }),
  );
  const first = tools.execute('waits', {}, { callId: 'first', timeoutMs: 100 });
  const second = tools.execute('waits', {}, { callId: 'second', timeoutMs: 200 });
  const third = tools.execute('waits', {}, { callId: 'third', timeoutMs: 300 });
  await pass(50);
  ends.get('first')?.();
  expect(await first).toMatchObject({ ok: true });
  await pass(150);
  expect(await second).toMatchObject({ error: { code: 'TIMEOUT' } });
  ends.get('third')?.();
  expect(await third).toMatchObject({ ok: true });
});
