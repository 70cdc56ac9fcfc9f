import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { ToolCoordinator, Type, defineTool, fail, ok, type Clock } from '../../../src/index.ts';
import { flakyTool, readFile, waitTool } from '../../sample-tools.ts';

const stubborn = defineTool({
  name: 'stubborn',
  parameters: Type.Object({}),
  execute: async () => new Promise<never>(() => {}),
});

describe('a timeout', () => {
  it('aborts the handler and is the error, with the details that the handler returned', async () => {
    const tools = new ToolCoordinator().register(waitTool);
    const result = await tools.execute('wait', { ms: 60_000 }, { timeoutMs: 30 });
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'TIMEOUT',
        message: 'wait did not finish within 30 ms and was stopped.',
        details: { partial: 'half' },
      },
    });
  });

  it('settles the call without a handler that does not stop, and says so', async () => {
    const warn = vi.fn();
    const tools = new ToolCoordinator({
      limits: { graceMs: 20 },
      logger: { debug() {}, info() {}, warn, error() {} },
    }).register(stubborn);
    const started = performance.now();
    const result = await tools.execute('stubborn', {}, { timeoutMs: 20 });
    expect(result).toMatchObject({ ok: false, error: { code: 'TIMEOUT', details: { handlerStillRunning: true } } });
    expect(performance.now() - started).toBeLessThan(1000);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('wins over a success that comes too late', async () => {
    const late = defineTool({
      name: 'late',
      parameters: Type.Object({}),
      execute: async () => {
        await sleep(60);
        return ok('late');
      },
    });
    const tools = new ToolCoordinator().register(late);
    expect(await tools.execute('late', {}, { timeoutMs: 20 })).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
  });

  it.each([0, -1, Number.NaN])('of %d is refused and does not mean unlimited', async (timeoutMs) => {
    const execute = vi.fn(readFile.execute);
    const tools = new ToolCoordinator().register({ ...readFile, execute });
    expect(await tools.execute('read_file', { path: 'a' }, { timeoutMs })).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR' },
    });
    expect(execute).not.toHaveBeenCalled();
  });

  it.each([99_999_999_999, Infinity])('of %d is clamped and does not fire at once', async (timeoutMs) => {
    const tools = new ToolCoordinator().register(waitTool);
    expect((await tools.execute('wait', { ms: 20 }, { timeoutMs })).ok).toBe(true);
  });

  it('of the tool applies when the call gives none', async () => {
    const tools = new ToolCoordinator().register({ ...waitTool, limits: { timeoutMs: 20 } });
    expect(await tools.execute('wait', { ms: 5000 })).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    expect((await tools.execute('wait', { ms: 50 }, { timeoutMs: 5000 })).ok).toBe(true);
  });

  it('does not count the time spent waiting for approval', async () => {
    const tools = new ToolCoordinator({ limits: { timeoutMs: 40 } }).register({ ...waitTool, requiresApproval: true });
    tools.use({
      name: 'person',
      phase: 'approve',
      async execute(params, _, next) {
        await sleep(80);
        return next(params, { by: 'person' });
      },
    });
    expect((await tools.execute('wait', { ms: 1 })).ok).toBe(true);
  });
});

describe('cancellation', () => {
  it("by the caller's signal aborts the handler", async () => {
    const tools = new ToolCoordinator().register(waitTool);
    const controller = new AbortController();
    const underway = tools.execute('wait', { ms: 60_000 }, { signal: controller.signal });
    controller.abort('enough');
    expect(await underway).toMatchObject({
      ok: false,
      error: { code: 'CANCELLED', message: 'The call was cancelled: enough' },
    });
  });

  it('before the start runs nothing', async () => {
    const execute = vi.fn(readFile.execute);
    const tools = new ToolCoordinator().register({ ...readFile, execute });
    const result = await tools.execute('read_file', { path: 'a' }, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ ok: false, error: { code: 'CANCELLED' }, metadata: { attempts: 0 } });
    expect(execute).not.toHaveBeenCalled();
  });

  it('reaches one call, a task, or everything', async () => {
    const tools = new ToolCoordinator().register(waitTool);
    const start = (taskId: string, callId: string) => tools.execute('wait', { ms: 60_000 }, { taskId, callId });
    const [a, b, c, d] = [start('t1', 'a'), start('t1', 'b'), start('t1', 'c'), start('t2', 'd')];
    expect(tools.cancelCall('a', { taskId: 't1' })).toBe(1);
    expect((await a).ok).toBe(false);
    expect(tools.getStats().inFlight).toBe(3);
    expect(tools.cancelTask('t1', 'task over')).toBe(2);
    expect(await b).toMatchObject({ error: { message: 'The call was cancelled: task over' } });
    expect((await c).ok).toBe(false);
    expect(tools.cancelAll()).toBe(1);
    expect((await d).ok).toBe(false);
    expect(tools.cancelAll()).toBe(0);
  });

  it('settles a call that hangs in a middleware', async () => {
    const tools = new ToolCoordinator({ limits: { graceMs: 20 } }).register(readFile);
    tools.use({ name: 'hang', phase: 'hook', execute: async () => new Promise(() => {}) });
    const underway = tools.execute('read_file', { path: 'a' }, { callId: 'x' });
    tools.cancelCall('x');
    expect(await underway).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(tools.getStats().inFlight).toBe(0);
  });

  it("removes its listener from the caller's signal", async () => {
    const tools = new ToolCoordinator().register(readFile);
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, 'addEventListener');
    const remove = vi.spyOn(signal, 'removeEventListener');
    for (let i = 0; i < 50; i++) await tools.execute('read_file', { path: 'a' }, { signal });
    expect(add).toHaveBeenCalledTimes(50);
    expect(remove).toHaveBeenCalledTimes(50);
  });

  it('keeps the first cause', async () => {
    const tools = new ToolCoordinator({ limits: { graceMs: 50 } }).register(stubborn);
    const underway = tools.execute('stubborn', {}, { timeoutMs: 10, callId: 'x' });
    await sleep(30);
    tools.cancelCall('x');
    expect(await underway).toMatchObject({ error: { code: 'TIMEOUT' } });
  });
});

describe('retries', () => {
  const retry = { maxAttempts: 3, delayMs: 1 };

  it('repeat a retryable failure of a retryable tool', async () => {
    const tools = new ToolCoordinator({ retry }).register(flakyTool(2));
    expect(await tools.execute('flaky', {})).toMatchObject({ ok: true, value: 'at last', metadata: { attempts: 3 } });
  });

  it('end at the last attempt', async () => {
    const tools = new ToolCoordinator({ retry }).register(flakyTool(5));
    expect(await tools.execute('flaky', {})).toMatchObject({
      ok: false,
      error: { message: 'not yet' },
      metadata: { attempts: 3 },
    });
  });

  it('do not happen when the tool or the error is not retryable', async () => {
    const flaky = flakyTool(1);
    const stern = { ...flaky, capabilities: { ...flaky.capabilities, retryable: false } };
    expect(await new ToolCoordinator({ retry }).register(stern).execute('flaky', {})).toMatchObject({
      ok: false,
      metadata: { attempts: 1 },
    });
    const final = { ...flakyTool(1), execute: async () => fail('NO', 'final') };
    expect(await new ToolCoordinator({ retry }).register(final).execute('flaky', {})).toMatchObject({
      ok: false,
      metadata: { attempts: 1 },
    });
  });

  it('wait longer each time, by the injected clock, with jitter', async () => {
    const delays: number[] = [];
    const clock: Clock = {
      now: () => 0,
      schedule(task, ms) {
        if (ms < 100_000) {
          delays.push(ms);
          queueMicrotask(task);
        }
        return () => {};
      },
    };
    const tools = new ToolCoordinator({
      services: { clock },
      retry: { maxAttempts: 4, delayMs: 100, random: () => 1 },
    }).register(flakyTool(3));
    expect((await tools.execute('flaky', {})).ok).toBe(true);
    expect(delays).toEqual([100, 200, 400]);
  });

  it('stop waiting when the call is cancelled', async () => {
    const tools = new ToolCoordinator({ retry: { maxAttempts: 3, delayMs: 60_000 } }).register(flakyTool(5));
    const underway = tools.execute('flaky', {}, { callId: 'x' });
    await sleep(5);
    tools.cancelCall('x');
    expect(await underway).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  });
});

describe('the concurrency limit', () => {
  function gauge() {
    const state = { now: 0, most: 0 };
    const tool = defineTool({
      name: 'gauge',
      parameters: Type.Object({}),
      execute: async () => {
        state.most = Math.max(state.most, ++state.now);
        await sleep(2);
        state.now--;
        return ok(state.now);
      },
    });
    return { state, tool };
  }

  it('is kept, and all calls settle', async () => {
    const { state, tool } = gauge();
    const tools = new ToolCoordinator({ concurrency: { limit: 4 } }).register(tool);
    const results = await Promise.all(Array.from({ length: 40 }, () => tools.execute('gauge', {})));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(state.most).toBe(4);
    expect(results.at(-1)?.metadata.waitedMs).toBeGreaterThan(0);
  });

  it('refuses calls when the queue is full', async () => {
    const { tool } = gauge();
    const tools = new ToolCoordinator({ concurrency: { limit: 1, maxQueue: 2 } }).register(tool);
    const results = await Promise.all(Array.from({ length: 5 }, () => tools.execute('gauge', {})));
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
      'ok',
      'ok',
      'ok',
      'QUEUE_FULL',
      'QUEUE_FULL',
    ]);
  });

  it('lets a waiting call be cancelled at once and serves the next one', async () => {
    const tools = new ToolCoordinator({ concurrency: { limit: 1 } }).register(waitTool);
    const first = tools.execute('wait', { ms: 60_000 }, { callId: 'first' });
    const second = tools.execute('wait', { ms: 0 }, { callId: 'second' });
    const third = tools.execute('wait', { ms: 0 }, { callId: 'third' });
    tools.cancelCall('second');
    expect(await second).toMatchObject({ ok: false, error: { code: 'CANCELLED' }, metadata: { attempts: 0 } });
    tools.cancelCall('first');
    expect((await first).ok).toBe(false);
    expect((await third).ok).toBe(true);
  });
});

describe('observers of a call that hangs', () => {
  it('see its failure as soon as the grace period is over', async () => {
    const seen: string[] = [];
    const tools = new ToolCoordinator({ limits: { graceMs: 20 } }).register(stubborn);
    for (const phase of ['observe', 'hook'] as const) {
      tools.use({
        name: phase,
        phase,
        async execute(params, _, next) {
          const result = await next(params);
          seen.push(`${phase} ${result.ok ? 'ok' : result.error.code}`);
          return result;
        },
      });
    }
    const result = await tools.execute('stubborn', {}, { timeoutMs: 10 });
    expect(result).toMatchObject({ ok: false, error: { code: 'TIMEOUT', details: { handlerStillRunning: true } } });
    expect(seen).toEqual(['hook TIMEOUT', 'observe TIMEOUT']);
  });

  it('can use the slot again that a hanging handler held', async () => {
    const tools = new ToolCoordinator({ concurrency: { limit: 1 }, limits: { graceMs: 10 } })
      .register(stubborn)
      .register(readFile);
    await tools.execute('stubborn', {}, { timeoutMs: 10 });
    expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(true);
  });
});
