import { afterEach, describe, expect, it, vi } from 'vitest';
import { DefaultToolExecutor, DefaultToolRegistry, type Tool, type ToolContext } from '../../src/codecraft/index.ts';
import { DefaultToolExecutor as ListedExecutor } from '../fixtures/codecraft/listed-tool-executor.ts';
import { DefaultToolRegistry as ListedRegistry } from '../fixtures/codecraft/listed-tool-registry.ts';
import { mockContext } from './mock-context.ts';

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: `The tool ${name}`,
  version: '1.0.0',
  parameters: { type: 'object', description: 'None' },
  capabilities: {
    writesFiles: false,
    executesCommands: false,
    requiresRustEngine: false,
    accessesNetwork: false,
    idempotent: true,
    retryable: true,
  },
  execute: vi.fn(async () => ({ success: true, data: name })),
  ...more,
});

afterEach(() => {
  vi.useRealTimers();
});

describe.each([
  ['here', DefaultToolRegistry, DefaultToolExecutor],
  [
    'as the older system lists it',
    ListedRegistry as unknown as typeof DefaultToolRegistry,
    ListedExecutor as unknown as typeof DefaultToolExecutor,
  ],
])('a registry and an executor %s', (_, Registry, Executor) => {
  const set = (
    ...tools: Tool[]
  ): { registry: DefaultToolRegistry; executor: DefaultToolExecutor; context: ToolContext } => {
    const registry = new Registry();
    for (const each of tools) registry.register(each);
    const context = mockContext({});
    return { registry, executor: new Executor(registry, context), context };
  };

  it('keep tools by name', () => {
    const [one, two] = [tool('one'), tool('two')];
    const { registry } = set(one, two);
    expect(() => registry.register(tool('one'))).toThrow('Tool "one" is already registered');
    expect([registry.has('one'), registry.has('three')]).toEqual([true, false]);
    expect([registry.get('two'), registry.get('three')]).toEqual([two, undefined]);
    expect(registry.getAll()).toEqual([one, two]);
    expect([registry.unregister('one'), registry.unregister('one')]).toEqual([true, false]);
    expect(registry.getNames()).toEqual(['two']);
  });

  it('declare tools for Gemini', () => {
    const { registry } = set(tool('one'));
    const declaration = {
      name: 'one',
      description: 'The tool one',
      parameters: { type: 'object', description: 'None' },
    };
    expect(registry.getDeclarations()).toEqual([{ functionDeclarations: [declaration] }]);
    expect(new Registry().getDeclarations()).toEqual([{ functionDeclarations: [] }]);
  });

  it('initialise and end tools in order', async () => {
    const order: string[] = [];
    const stepped = (name: string): Tool =>
      tool(name, {
        initialize: async (context) => void order.push(`${name} with ${context.cwd}`),
        shutdown: async () => void order.push(`${name} ends`),
      });
    const { registry, context } = set(stepped('a'), tool('plain'), stepped('b'));
    await registry.initializeAll(context);
    await registry.shutdownAll();
    expect(order).toEqual(['a with /test', 'b with /test', 'a ends', 'b ends']);
  });

  it('run a tool with its parameters and the context', async () => {
    const one = tool('one');
    const { executor, context } = set(one);
    await expect(executor.execute('one', { a: 1 })).resolves.toEqual({ success: true, data: 'one' });
    expect(one.execute).toHaveBeenCalledExactlyOnceWith({ a: 1 }, context);
    const other = { ...context, cwd: '/other' };
    await executor.executeWithContext('one', {}, other);
    expect(one.execute).toHaveBeenLastCalledWith({}, other);
  });

  it('refuse an unknown tool and wrong parameters', async () => {
    const strict = tool('strict', { validate: () => ({ valid: false, errors: ['a is wrong', 'b is wrong'] }) });
    const { executor } = set(strict, tool('lax'));
    await expect(executor.execute('none', {})).resolves.toEqual({
      success: false,
      error: { code: 'TOOL_NOT_FOUND', message: 'Unknown tool: none' },
    });
    await expect(executor.execute('strict', {})).resolves.toEqual({
      success: false,
      error: { code: 'VALIDATION_ERROR', message: 'Invalid parameters', details: ['a is wrong', 'b is wrong'] },
    });
    expect(strict.execute).not.toHaveBeenCalled();
    await expect(executor.execute('strict', {}, { skipValidation: true })).resolves.toMatchObject({ success: true });
    expect(executor.validate('none', {})).toEqual({ valid: false, errors: ['Unknown tool: none'] });
    expect(executor.validate('lax', {})).toEqual({ valid: true });
    expect(executor.validate('strict', {})).toEqual({ valid: false, errors: ['a is wrong', 'b is wrong'] });
  });

  it('turn what a tool throws into a result', async () => {
    const { executor } = set(tool('broken', { execute: () => Promise.reject(new Error('boom')) }));
    await expect(executor.execute('broken', {})).resolves.toEqual({
      success: false,
      error: { code: 'EXECUTION_ERROR', message: 'boom' },
      metadata: { executionTimeMs: expect.any(Number) },
    });
  });

  it('stop waiting after 30 seconds, or the given time', async () => {
    vi.useFakeTimers();
    const { executor } = set(tool('slow', { execute: () => new Promise(() => {}) }));
    const timeout = { success: false, error: { code: 'TIMEOUT', message: 'Timeout' } };
    const byDefault = executor.execute('slow', {});
    await vi.advanceTimersByTimeAsync(29_999);
    const settled = vi.fn();
    void byDefault.then(settled);
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(byDefault).resolves.toMatchObject(timeout);
    const short = executor.execute('slow', {}, { timeout: 50 });
    await vi.advanceTimersByTimeAsync(50);
    await expect(short).resolves.toMatchObject(timeout);
  });

  it('count what ran', async () => {
    const { executor } = set(
      tool('good'),
      tool('bad', { execute: async () => ({ success: false }) }),
      tool('broken', { execute: () => Promise.reject(new Error('x')) }),
      tool('strict', { validate: () => ({ valid: false }) }),
    );
    expect(executor.getStats()).toMatchObject({ totalExecutions: 0, averageExecutionTimeMs: 0, executionsByTool: {} });
    for (const name of ['good', 'good', 'bad', 'broken', 'none', 'strict']) await executor.execute(name, {});
    expect(executor.getStats()).toMatchObject({
      totalExecutions: 4,
      successCount: 2,
      errorCount: 2,
      averageExecutionTimeMs: expect.any(Number),
      executionsByTool: { good: 2, bad: 1 },
    });
  });
});

describe('a registry', () => {
  it('goes on past a tool that fails, and says so to the logger', async () => {
    const registry = new DefaultToolRegistry();
    const broken = (): Promise<void> => Promise.reject(new Error('no'));
    const after = { initialize: vi.fn(async () => {}), shutdown: vi.fn(async () => {}) };
    registry.register(tool('broken', { initialize: broken, shutdown: broken }));
    registry.register(tool('after', after));
    const error = vi.fn();
    const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error };
    await registry.initializeAll(mockContext({}, { logger }));
    await registry.shutdownAll();
    expect(after.initialize).toHaveBeenCalledOnce();
    expect(after.shutdown).toHaveBeenCalledOnce();
    expect(error.mock.calls.map(([text]) => String(text))).toEqual([
      'Failed to initialize tool "broken"',
      'Failed to shut down tool "broken"',
    ]);
  });
});

describe('an executor', () => {
  const executorOf = (given: Tool): DefaultToolExecutor => {
    const registry = new DefaultToolRegistry();
    registry.register(given);
    return new DefaultToolExecutor(registry, mockContext({}));
  };

  it('aborts a tool whose time is up', async () => {
    let seen: AbortSignal | undefined;
    const waits = tool('waits', {
      execute: (__, { signal }) =>
        new Promise(() => {
          seen = signal;
        }),
    });
    await executorOf(waits).execute('waits', {}, { timeout: 10 });
    expect(seen?.aborted).toBe(true);
  });

  it('leaves no timer behind', async () => {
    vi.useFakeTimers();
    await executorOf(tool('quick')).execute('quick', {});
    expect(vi.getTimerCount()).toBe(0);
  });

  it("passes the caller's own signal on", async () => {
    const controller = new AbortController();
    const waits = tool('waits', {
      execute: (__, { signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () =>
            resolve({ success: false, error: { code: 'CANCELLED', message: 'x' } }),
          );
        }),
    });
    const registry = new DefaultToolRegistry();
    registry.register(waits);
    const context = mockContext({}, { signal: controller.signal });
    const call = new DefaultToolExecutor(registry, context).execute('waits', {});
    controller.abort();
    await expect(call).resolves.toMatchObject({ error: { code: 'CANCELLED' } });
  });

  it('repeats a failed call of a retryable tool, waiting longer each time', async () => {
    vi.useFakeTimers();
    const execute = vi
      .fn<Tool['execute']>()
      .mockRejectedValueOnce(new Error('first'))
      .mockResolvedValueOnce({ success: false, error: { code: 'X', message: 'second' } })
      .mockResolvedValue({ success: true, data: 'third' });
    const executor = executorOf(tool('flaky', { execute }));
    const call = executor.execute('flaky', {}, { retry: { maxAttempts: 3, delayMs: 100, backoffMultiplier: 2 } });
    await vi.advanceTimersByTimeAsync(100);
    expect(execute).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(199);
    expect(execute).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    await expect(call).resolves.toEqual({ success: true, data: 'third' });
    expect(executor.getStats()).toMatchObject({ totalExecutions: 1, successCount: 1 });
  });

  it('repeats neither a tool that is not retryable nor a timeout', async () => {
    const execute = vi.fn<Tool['execute']>().mockRejectedValue(new Error('x'));
    const capabilities = { ...tool('x').capabilities, retryable: false };
    const retry = { maxAttempts: 3, delayMs: 0 };
    await executorOf(tool('once', { execute, capabilities })).execute('once', {}, { retry });
    expect(execute).toHaveBeenCalledOnce();
    const slow = vi.fn<Tool['execute']>(() => new Promise(() => {}));
    await executorOf(tool('slow', { execute: slow })).execute('slow', {}, { retry, timeout: 10 });
    expect(slow).toHaveBeenCalledOnce();
  });
});
