import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../src/stores/memory-store.ts';
import { limitedTools, outcome } from './fixture.ts';

const alice = { principal: { id: 'alice' } };
const bob = { principal: { id: 'bob' } };
const oneEach = { limits: [{ name: 'one', by: 'principal', concurrency: 1 }] } as const;

describe('a place', () => {
  it('is held while a call runs, and free again afterwards', async () => {
    const { tools, held } = limitedTools(oneEach);
    const first = tools.execute('hold', {}, alice);
    await expect.poll(() => held.running.length).toBe(1);
    expect(await tools.execute('read', {}, alice)).toMatchObject({
      error: {
        code: 'RATE_LIMITED',
        retryable: true,
        message: 'Too many calls to tools by alice are running: 1 at once are allowed.',
        suggestion: 'Wait until one of the running calls has ended, and try again in 1 s.',
        details: { limit: 'one', kind: 'concurrency', retryAfterMs: 1000 },
      },
    });
    expect(outcome(await tools.execute('read', {}, bob))).toBe('ok');
    held.running[0]?.();
    expect(outcome(await first)).toBe('ok');
    expect(outcome(await tools.execute('read', {}, alice))).toBe('ok');
  });

  it('is given back by a call that is cancelled, times out, fails, throws or is answered by a middleware', async () => {
    const { tools, held } = limitedTools(oneEach);
    const isFree = async (): Promise<boolean> => (await tools.execute('read', {}, alice)).ok;
    tools.register(
      defineTool({ name: 'crash', parameters: Type.Object({}), execute: () => Promise.reject(new Error('crash')) }),
    );
    const running = tools.execute('hold', {}, { ...alice, callId: 'c' });
    await expect.poll(() => held.running.length).toBe(1);
    tools.cancelCall('c', alice);
    expect(outcome(await running)).toBe('CANCELLED');
    expect(await isFree()).toBe(true);
    expect(outcome(await tools.execute('hold', {}, { ...alice, timeoutMs: 20 }))).toBe('TIMEOUT');
    expect(await isFree()).toBe(true);
    expect(outcome(await tools.execute('crash', {}, alice))).toBe('EXECUTION_ERROR');
    expect(await isFree()).toBe(true);
    expect(outcome(await tools.execute('hold', {}, { ...alice, signal: AbortSignal.abort() }))).toBe('CANCELLED');
    expect(await isFree()).toBe(true);
    tools.use({
      name: 'throws',
      appliesTo: ({ name }) => name === 'hold',
      execute: () => Promise.reject(new Error('broken')),
    });
    expect(outcome(await tools.execute('hold', {}, alice))).toBe('MIDDLEWARE_FAILED');
    expect(await isFree()).toBe(true);
  });

  it('is given back when a tool that ignores its signal is no longer waited for', async () => {
    const { tools } = limitedTools(oneEach);
    tools.register(
      defineTool({
        name: 'deaf',
        parameters: Type.Object({}),
        limits: { graceMs: 20 },
        execute: () => new Promise(() => undefined),
      }),
    );
    expect(outcome(await tools.execute('deaf', {}, { ...alice, timeoutMs: 20 }))).toBe('TIMEOUT');
    await expect.poll(async () => outcome(await tools.execute('read', {}, alice))).toBe('ok');
  });

  it('is not taken by a call that waits for approval', async () => {
    const { tools } = limitedTools(oneEach);
    const asked = Promise.withResolvers<void>();
    tools.use({
      name: 'person',
      phase: 'approve',
      appliesTo: ({ name }) => name === 'write',
      async execute(params, _context, next) {
        await asked.promise;
        return next(params);
      },
    });
    const waiting = tools.execute('write', {}, alice);
    expect(outcome(await tools.execute('read', {}, alice))).toBe('ok');
    asked.resolve();
    expect(outcome(await waiting)).toBe('ok');
  });

  it('leaves little behind in memory', async () => {
    const store = new MemoryStore();
    const { tools } = limitedTools({ limits: [{ by: ['task', 'tool'], concurrency: 3 }], store });
    for (let at = 0; at < 12_000; at += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, more) => tools.execute('read', {}, { taskId: `t${at + more}` })),
      );
    expect(store.size).toBeLessThanOrEqual(1100);
  });

  it('is one of as many as there are, for calls at the same time', async () => {
    const { tools, held } = limitedTools({ limits: [{ concurrency: 7 }] });
    const calls = Array.from({ length: 50 }, () => tools.execute('hold', {}));
    await expect.poll(() => held.running.length).toBe(7);
    for (const end of held.running) end();
    const results = await Promise.all(calls);
    expect(results.filter(({ ok: isOk }) => isOk)).toHaveLength(7);
  });

  it('of each limit is needed, and none is kept if one is missing', async () => {
    const { tools, held } = limitedTools({
      limits: [
        { name: 'all', concurrency: 2 },
        { name: 'hold', tools: 'hold', concurrency: 1 },
      ],
    });
    const first = tools.execute('hold', {});
    await expect.poll(() => held.running.length).toBe(1);
    for (let at = 0; at < 5; at++)
      expect(await tools.execute('hold', {})).toMatchObject({ error: { details: { limit: 'hold' } } });
    expect(outcome(await tools.execute('read', {}))).toBe('ok');
    held.running[0]?.();
    await first;
  });

  it('goes to the tool of an MCP server that a forwarding tool names', async () => {
    const { tools } = limitedTools({
      limits: [{ tools: 'mcp__slow__*', by: 'tool', rate: { calls: 1, per: 'hour' } }],
    });
    tools.register(
      defineTool({
        name: 'use_mcp_tool',
        parameters: Type.Object({ server: Type.String(), tool: Type.String() }),
        execute: async () => ok('sent'),
      }),
    );
    const send = async (server: string, tool: string) => outcome(await tools.execute('use_mcp_tool', { server, tool }));
    expect([
      await send('slow', 'a'),
      await send('slow', 'a'),
      await send('slow', 'b'),
      await send('fast', 'a'),
      await send('fast', 'a'),
    ]).toEqual(['ok', 'RATE_LIMITED', 'ok', 'ok', 'ok']);
  });
});
