import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type ToolMiddleware, type ToolResult } from '../../../src/index.ts';

/** A coordinator with one slot and a tool that runs for `ms`, or until it is stopped. */
function create(execute: ToolMiddleware['execute'], ms = 20) {
  const log: string[] = [];
  const tool = defineTool({
    name: 'work',
    parameters: Type.Object({}),
    async execute(_, { signal }) {
      log.push('begins');
      await sleep(ms, undefined, { signal }).catch(() => log.push('is stopped'));
      log.push('ends');
      return ok('worked');
    },
  });
  const tools = new ToolCoordinator({ concurrency: { limit: 1 }, limits: { graceMs: 50 } }).register(tool);
  tools.use({ name: 'm', execute });
  return { log, tools };
}

async function callLater(next: () => Promise<ToolResult>): Promise<ToolResult> {
  await sleep(10);
  return next();
}

describe('a middleware that calls next', () => {
  it('twice at once starts the handler once, and its slot is free again', async () => {
    const seen: ToolResult[] = [];
    const { log, tools } = create(async (params, _, next) => {
      const both = await Promise.all([next(params), next(params)]);
      seen.push(...both);
      return both[0];
    });
    expect(await tools.execute('work', {})).toMatchObject({ value: 'worked', metadata: { attempts: 1 } });
    expect(seen[1]).toMatchObject({
      error: { code: 'MIDDLEWARE_FAILED', message: expect.stringContaining('going on') },
    });
    expect((await tools.execute('work', {})).ok).toBe(true);
    expect(log).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it('twice in a row runs the handler twice, each time with its full time limit', async () => {
    const { log, tools } = create(async (params, _, next) => {
      await next(params);
      await sleep(1100);
      return next(params);
    });
    const result = await tools.execute('work', {}, { timeoutMs: 1000 });
    expect(result).toMatchObject({ value: 'worked', metadata: { attempts: 2 } });
    expect(log).toHaveLength(4);
  });

  it('after the call has ended reaches no handler', async () => {
    let late: Promise<ToolResult> | undefined;
    const { log, tools } = create(async (params, _, next) => {
      late = callLater(() => next(params));
      return ok('mine');
    });
    expect(await tools.execute('work', {})).toMatchObject({ value: 'mine' });
    expect(await late).toMatchObject({
      error: { code: 'MIDDLEWARE_FAILED', message: expect.stringContaining('ended') },
    });
    expect(log).toEqual([]);
  });

  it('and returns without waiting has the handler stopped', async () => {
    const { log, tools } = create(async (params, _, next) => {
      void next(params);
      return ok('mine');
    }, 60_000);
    expect(await tools.execute('work', {})).toMatchObject({ value: 'mine' });
    await expect.poll(() => log).toEqual(['begins', 'is stopped', 'ends']);
    expect((await tools.execute('work', {})).ok).toBe(true);
  });

  it('and returns without waiting for a hanging handler frees its slot after the grace period', async () => {
    const hangs = defineTool({ name: 'hangs', parameters: Type.Object({}), execute: () => new Promise(() => {}) });
    const plain = defineTool({ name: 'plain', parameters: Type.Object({}), execute: async () => ok(1) });
    const tools = new ToolCoordinator({ concurrency: { limit: 1 }, limits: { graceMs: 30 } })
      .register(hangs)
      .register(plain);
    tools.use({
      name: 'm',
      appliesTo: ({ name }) => name === 'hangs',
      async execute(params, _, next) {
        void next(params);
        return ok('mine');
      },
    });
    expect((await tools.execute('hangs', {})).ok).toBe(true);
    expect((await tools.execute('plain', {}, { timeoutMs: 1000 })).ok).toBe(true);
  });

  it('and returns without waiting leaves no call in the queue', async () => {
    const { log, tools } = create(async (params, context, next) => {
      if (context.callId !== 'waits') return next(params);
      void next(params);
      return ok('mine');
    });
    const first = tools.execute('work', {});
    expect(await tools.execute('work', {}, { callId: 'waits' })).toMatchObject({ value: 'mine' });
    await first;
    await sleep(30);
    expect(log).toEqual(['begins', 'ends']);
  });
});

describe('a call made from a call that has ended', () => {
  it('needs a slot of its own', async () => {
    let running = 0;
    let most = 0;
    const background: Promise<unknown>[] = [];
    const inner = defineTool({
      name: 'inner',
      parameters: Type.Object({}),
      async execute() {
        most = Math.max(most, ++running);
        await sleep(5);
        running--;
        return ok(1);
      },
    });
    const tools: ToolCoordinator = new ToolCoordinator({ concurrency: { limit: 2 } });
    tools.register(inner);
    tools.register(
      defineTool({
        name: 'outer',
        parameters: Type.Object({}),
        async execute(_, context) {
          const later = async (): Promise<unknown> => {
            await sleep(10);
            return Promise.all(Array.from({ length: 8 }, () => tools.execute('inner', {}, { parent: context })));
          };
          background.push(later());
          return ok(1);
        },
      }),
    );
    await tools.execute('outer', {});
    await Promise.all(background);
    expect(most).toBe(2);
  });
});
