import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { hooks, type HookConfig, type HooksOptions, type HookStop } from '../src/index.ts';

function counting(name: string) {
  const calls = { count: 0 };
  const tool = defineTool({
    name,
    parameters: Type.Object({}),
    execute: async () => {
      calls.count += 1;
      return ok(name);
    },
  });
  return { tool, calls };
}

const canceller = (type: HookConfig['type'], name = 'guarded'): HookConfig => ({
  name: 'canceller',
  type,
  toolPatterns: [name],
  run: () =>
    type === 'PreToolUse'
      ? JSON.stringify({ continue: false, stopReason: 'enough' })
      : { cancel: true, errorMessage: 'enough' },
});

function setUp(config: HookConfig, options?: HooksOptions) {
  const guarded = counting('guarded');
  const free = counting('free');
  const tools = new ToolCoordinator().register(guarded.tool).register(free.tool).use(hooks(config, options));
  return { tools, guarded: guarded.calls, free: free.calls };
}

const STOPPED = {
  ok: false,
  error: { code: 'HOOK_BLOCKED', message: 'A hook stopped this turn: enough', details: { why: 'stopped' } },
};

describe('a hook that stops the work', () => {
  it.each(['PreToolUse', 'PostToolUse'] as const)('ends the turn for tools without hooks, too (%s)', async (type) => {
    const { tools, free } = setUp(canceller(type));
    const turn = { taskId: 'task', turnId: tools.beginTurn({ taskId: 'task' }) };
    expect((await tools.execute('free', {}, turn)).ok).toBe(true);
    expect((await tools.execute('guarded', {}, turn)).ok).toBe(false);
    expect(await tools.execute('free', {}, turn)).toMatchObject(STOPPED);
    expect(await tools.execute('guarded', {}, turn)).toMatchObject(STOPPED);
    expect(free.count).toBe(1);
  });

  it('ends neither the next turn nor that of another task', async () => {
    const { tools } = setUp(canceller('PostToolUse'));
    await tools.execute('guarded', {}, { taskId: 'task', turnId: 'one' });
    expect((await tools.execute('free', {}, { taskId: 'task', turnId: 'two' })).ok).toBe(true);
    expect((await tools.execute('free', {}, { taskId: 'other', turnId: 'one' })).ok).toBe(true);
    expect((await tools.execute('free', {}, { taskId: 'task' })).ok).toBe(true);
  });

  it('outside of any turn ends nothing but its own call', async () => {
    const { tools } = setUp(canceller('PostToolUse'));
    expect(await tools.execute('guarded', {})).toMatchObject({ ok: false, error: { code: 'HOOK_STOPPED' } });
    expect((await tools.execute('free', {})).ok).toBe(true);
  });

  it('lets nothing of its batch begin that has not begun', async () => {
    const slow = defineTool({
      name: 'slow',
      parameters: Type.Object({}),
      capabilities: { writesFiles: true },
      resources: () => [{ key: 'one', access: 'write' }],
      execute: async () => ok('slow'),
    });
    const after = counting('after');
    const waiting = { ...after.tool, resources: () => [{ key: 'one', access: 'write' as const }] };
    const tools = new ToolCoordinator()
      .register(slow)
      .register(waiting)
      .use(hooks(canceller('PostToolUse', 'slow')));
    const [first, second] = await tools.executeAll([
      { name: 'slow', params: {} },
      { name: 'after', params: {} },
    ]);
    expect(first).toMatchObject({ ok: false, error: { code: 'HOOK_STOPPED' } });
    expect(second).toMatchObject(STOPPED);
    expect(after.calls.count).toBe(0);
  });

  it('lets a call that waits for a place not begin any more', async () => {
    const free = counting('free');
    const guarded = counting('guarded');
    const tools = new ToolCoordinator({ concurrency: { limit: 1 } })
      .register(free.tool)
      .register({
        ...guarded.tool,
        execute: async () => {
          await new Promise((resolve) => setTimeout(resolve, 100));
          return ok('guarded');
        },
      })
      .use({
        name: 'stopper',
        phase: 'around',
        appliesTo: ({ name }) => name === 'guarded',
        execute: (params, context, next) => {
          setTimeout(() => context.stopTurn({ ...STOPPED.error, kind: 'user_error', retryable: false }), 20);
          return next(params);
        },
      });
    const turn = { turnId: 'one' };
    const under = tools.execute('guarded', {}, turn);
    const waiting = tools.execute('free', {}, turn);
    expect((await under).ok).toBe(true);
    expect(await waiting).toMatchObject(STOPPED);
    expect(free.calls.count).toBe(0);
    expect((await tools.execute('free', {}, { turnId: 'two' })).ok).toBe(true);
  });

  it('is told to the host, with whom it concerns; a host that fails changes nothing', async () => {
    const stops: HookStop[] = [];
    const onStop = (stop: HookStop): void => {
      stops.push(stop);
      throw new Error('the host fails');
    };
    const { tools, guarded } = setUp(canceller('PostToolUse'), { onStop });
    const principal = { id: 'ann' };
    const call = { taskId: 'task', turnId: 'one', callId: 'call-1', principal };
    expect(await tools.execute('guarded', {}, call)).toMatchObject({ ok: false, error: { code: 'HOOK_STOPPED' } });
    expect(stops).toEqual([{ ...call, reason: 'enough' }]);
    expect(guarded.count).toBe(1);
  });
});

it('a stop stays when many other turns are stopped after it, and is no other principal’s', async () => {
  const { tools, free } = setUp(canceller('PostToolUse'));
  const ann = { principal: { id: 'ann' }, taskId: 'task', turnId: 'one' };
  await tools.execute('guarded', {}, ann);
  for (let count = 0; count < 1500; count += 1)
    await tools.execute('guarded', {}, { taskId: `task ${count}`, turnId: 'one' });
  expect((await tools.execute('free', {}, ann)).ok).toBe(false);
  expect((await tools.execute('free', {}, { ...ann, principal: { id: 'bob' } })).ok).toBe(true);
  expect(free.count).toBe(1);
});
