import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type ToolContext } from '../../../src/index.ts';

const NOTHING = Type.Object({});

/** Tools that call tools, with a person who takes `thinkingMs` to approve the inner call. Time limits are 60 ms. */
function nestedTools(thinkingMs: number, options: { hangs?: boolean } = {}) {
  const tools = new ToolCoordinator({
    limits: { timeoutMs: 60, graceMs: 10, delegateTimeoutMs: 150 },
    callbacks: { ask: () => sleep(thinkingMs, 'yes'), confirm: () => sleep(thinkingMs, true), say: () => {} },
  }).use({
    name: 'person',
    phase: 'approve',
    appliesTo: ({ name }) => name === 'inner',
    async execute(params, _, next) {
      await (options.hangs ? new Promise(() => {}) : sleep(thinkingMs));
      return next(params, { by: 'person' });
    },
  });
  const add = (name: string, execute: (context: ToolContext) => Promise<unknown>, limits = {}): void => {
    tools.register(
      defineTool({
        name,
        parameters: NOTHING,
        limits,
        ...(name === 'inner' && { requiresApproval: true }),
        execute: async (_, context) => ok((await execute(context)) ?? null),
      }),
    );
  };
  add('inner', async () => 'done');
  add('outer', (parent) => tools.execute('inner', {}, { parent }).then((result) => result.ok));
  add('outermost', (parent) => tools.execute('outer', {}, { parent }).then((result) => result.ok));
  return { tools, add };
}

describe('the time a person takes', () => {
  it('does not count against the limit of any outer call', async () => {
    const { tools } = nestedTools(600);
    const result = await tools.execute('outermost', {});
    expect(result).toMatchObject({ ok: true, value: true });
    expect(result.metadata.waitedMs).toBeGreaterThan(590);
    expect(result.metadata.executionTimeMs).toBeLessThan(500);
  });

  it('is counted once when several inner calls wait in parallel', async () => {
    const { tools, add } = nestedTools(600);
    add('many', (parent) => Promise.all([1, 2, 3].map(async () => (await tools.execute('inner', {}, { parent })).ok)));
    const result = await tools.execute('many', {});
    expect(result).toMatchObject({ ok: true, value: [true, true, true] });
    expect(result.metadata.waitedMs).toBeLessThan(1190);
  });

  it('leaves the tool the rest of its own time limit, and no more', async () => {
    const { tools, add } = nestedTools(100);
    add('slow', async (parent) => {
      await tools.execute('inner', {}, { parent });
      await sleep(1000);
    });
    const started = performance.now();
    expect(await tools.execute('slow', {})).toMatchObject({ error: { code: 'TIMEOUT' } });
    expect(performance.now() - started).toBeLessThan(900);
  });

  it('ends with the inner call, after which the clocks of the outer calls run again', async () => {
    const { tools, add } = nestedTools(0, { hangs: true });
    add('gives_up', async (parent) => {
      await tools.execute('inner', {}, { parent, signal: AbortSignal.timeout(20) });
      await sleep(1000);
    });
    const started = performance.now();
    expect(await tools.execute('gives_up', {})).toMatchObject({ error: { code: 'TIMEOUT' } });
    expect(performance.now() - started).toBeLessThan(900);
  });

  it('does not count when a tool asks the person itself', async () => {
    const { tools, add } = nestedTools(120);
    add('asks', ({ callbacks }) => callbacks.ask?.('sure?') ?? Promise.resolve());
    add('confirms', ({ callbacks }) => callbacks.confirm?.('sure?') ?? Promise.resolve());
    add('around', (parent) => tools.execute('asks', {}, { parent }).then((result) => result.ok));
    expect(await tools.execute('asks', {})).toMatchObject({ value: 'yes' });
    expect(await tools.execute('confirms', {})).toMatchObject({ value: true });
    expect(await tools.execute('around', {})).toMatchObject({ value: true });
  });
});

describe('a tool that delegates', () => {
  it('has a longer limit of its own', async () => {
    const { tools, add } = nestedTools(0);
    add('agent', () => sleep(100, 'done'), { delegates: true });
    add('plain', () => sleep(100, 'done'));
    add('strict', () => sleep(100, 'done'), { delegates: true, timeoutMs: 30 });
    add('endless', () => sleep(1000, 'done'), { delegates: true });
    expect(await tools.execute('agent', {})).toMatchObject({ value: 'done' });
    for (const name of ['plain', 'strict', 'endless'])
      expect(await tools.execute(name, {})).toMatchObject({ error: { code: 'TIMEOUT' } });
  });

  it('does not count while a form is shown', async () => {
    const tools = new ToolCoordinator({
      limits: { timeoutMs: 60, graceMs: 10 },
      callbacks: { form: (schema) => sleep(150, { shown: schema['title'] }) },
    }).register(
      defineTool({
        name: 'fill_in',
        parameters: NOTHING,
        execute: async (_, { callbacks }) => ok((await callbacks.form?.({ title: 'Address' })) ?? null),
      }),
    );
    expect(await tools.execute('fill_in', {})).toMatchObject({ ok: true, value: { shown: 'Address' } });
  });
});
