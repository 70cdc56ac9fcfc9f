import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RegistrationError, ToolCoordinator, Type, defineTool, ok, type ToolLimits } from '../../../src/index.ts';

/** A tool that counts how many of its calls run at once. The test ends them. */
function slowTool(name: string, limits: ToolLimits = {}) {
  const state = { running: 0, most: 0, waiting: [] as (() => void)[] };
  const tool = defineTool({
    name,
    parameters: Type.Object({}),
    limits,
    async execute() {
      state.most = Math.max(state.most, ++state.running);
      await new Promise<void>((done) => state.waiting.push(done));
      state.running--;
      return ok(name);
    },
  });
  const release = async (): Promise<void> => {
    while (state.waiting.length > 0) {
      state.waiting.shift()?.();
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    }
  };
  return { tool, state, release };
}

describe("a tool's own concurrency limit", () => {
  it('applies to the tool and to no other', async () => {
    const [narrow, wide] = [slowTool('narrow', { concurrency: 2 }), slowTool('wide')];
    const tools = new ToolCoordinator().register(narrow.tool).register(wide.tool);
    const calls = ['narrow', 'narrow', 'narrow', 'narrow', 'wide', 'wide', 'wide'].map((name) =>
      tools.execute(name, {}),
    );
    await nextTurn();
    expect([narrow.state.running, wide.state.running]).toEqual([2, 3]);
    expect(tools.getStats()).toMatchObject({ queueLength: 2, maxQueueLength: 2 });
    await Promise.all([narrow.release(), wide.release()]);
    const results = await Promise.all(calls);
    expect(results.every((result) => result.ok)).toBe(true);
    expect(narrow.state.most).toBe(2);
    expect(results[3]?.metadata.queuedMs).toBeGreaterThan(0);
    expect(results[3]?.metadata.waitedMs).toBe(results[3]?.metadata.queuedMs);
    expect(results[3]?.metadata).not.toHaveProperty('approvalWaitMs');
    expect(results[4]?.metadata).not.toHaveProperty('queuedMs');
    expect(tools.getStats()).toMatchObject({ queueLength: 0, maxQueueLength: 2 });
  });

  it('may come from the pack and applies to each of its tools', async () => {
    const [a, b] = [slowTool('a'), slowTool('b', { concurrency: 3 })];
    const limits = { concurrency: 1 };
    const tools = new ToolCoordinator().registerPack({ name: 'p', version: '1.0.0', limits, tools: [a.tool, b.tool] });
    const calls = ['a', 'a', 'b', 'b', 'b', 'b'].map((name) => tools.execute(name, {}));
    await nextTurn();
    expect([a.state.running, b.state.running]).toEqual([1, 3]);
    await Promise.all([a.release(), b.release()]);
    await Promise.all(calls);
  });

  it('lets a waiting call be cancelled', async () => {
    const narrow = slowTool('narrow', { concurrency: 1 });
    const tools = new ToolCoordinator().register(narrow.tool);
    const first = tools.execute('narrow', {});
    const second = tools.execute('narrow', {}, { callId: 'second' });
    await nextTurn();
    tools.cancelCall('second');
    expect(await second).toMatchObject({ ok: false, error: { code: 'CANCELLED' }, metadata: { attempts: 0 } });
    expect(tools.getStats().queueLength).toBe(0);
    await narrow.release();
    expect((await first).ok).toBe(true);
    const third = tools.execute('narrow', {});
    await nextTurn();
    await narrow.release();
    expect((await third).ok).toBe(true);
  });

  it('and that of the coordinator never deadlock', async () => {
    // The parents hold all slots of the coordinator; nested calls and others compete for the only slot of one tool.
    const tools = new ToolCoordinator({ concurrency: { limit: 2 } });
    let running = 0;
    let most = 0;
    tools.register(
      defineTool({
        name: 'narrow',
        parameters: Type.Object({}),
        limits: { concurrency: 1 },
        async execute() {
          most = Math.max(most, ++running);
          await nextTurn();
          running--;
          return ok('done');
        },
      }),
    );
    tools.register(
      defineTool({
        name: 'parent',
        parameters: Type.Object({}),
        execute: async (_, context) => {
          await nextTurn();
          const inner = [1, 2].map(() => tools.execute('narrow', {}, { parent: context }));
          return ok((await Promise.all(inner)).every((result) => result.ok));
        },
      }),
    );
    const names = Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 'parent' : 'narrow'));
    const results = await Promise.all(names.map((name) => tools.execute(name, {})));
    expect(results.every((result) => result.ok && result.value !== false)).toBe(true);
    expect(most).toBe(1);
    expect(tools.getStats()).toMatchObject({ inFlight: 0, queueLength: 0 });
  });

  it('does not make a tool that calls itself wait for itself', async () => {
    const tools = new ToolCoordinator();
    tools.register(
      defineTool({
        name: 'again',
        parameters: Type.Object({ times: Type.Integer() }),
        limits: { concurrency: 1 },
        execute: async ({ times }, context) =>
          times === 0 ? ok('done') : tools.execute('again', { times: times - 1 }, { parent: context }),
      }),
    );
    expect(await tools.execute('again', { times: 3 })).toMatchObject({ ok: true, value: 'done' });
  });

  it('must be a positive whole number', () => {
    for (const limits of [{ concurrency: 0 }, { concurrency: 1.5 }, { timeoutMs: -1 }, { retry: { delayMs: -1 } }])
      expect(() => new ToolCoordinator().register(slowTool('x', limits).tool)).toThrow(RegistrationError);
  });
});

describe('the statistics of a tool', () => {
  const echo = defineTool({ name: 'echo', parameters: Type.Object({}), execute: async () => ok('hi') });

  it('survive unregister and replacePack', async () => {
    const tools = new ToolCoordinator()
      .register(echo)
      .registerPack({ name: 'p', version: '1.0.0', tools: [{ ...echo, name: 'b' }] });
    await tools.execute('echo', {});
    await tools.execute('b', {});
    tools.unregister('echo');
    tools.replacePack({ name: 'p', version: '2.0.0', tools: [{ ...echo, name: 'b' }] });
    expect(tools.getStats()).toMatchObject({ totalExecutions: 2, executionsByTool: { echo: 1, b: 1 } });
    tools.register(echo);
    await tools.execute('echo', {});
    expect(tools.getStats()).toMatchObject({ totalExecutions: 3, executionsByTool: { echo: 2, b: 1 } });
  });

  it('stay bounded when thousands of tools come and go, with correct totals', async () => {
    const tools = new ToolCoordinator();
    for (let index = 0; index < 1500; index++) {
      const name = `tool-${index}`;
      tools.register({ ...echo, name });
      await tools.execute(name, {});
      tools.unregister(name);
    }
    const stats = tools.getStats();
    expect(stats).toMatchObject({ totalExecutions: 1500, successCount: 1500, errorCount: 0 });
    expect(Object.keys(stats.tools).length).toBeLessThanOrEqual(1000);
  });
});
