import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok } from '../../src/index.ts';

/** A tool whose calls all conflict and that stops when its signal fires. */
function create({ ms = 20, resources }: { ms?: number; resources?: () => never } = {}) {
  const ran: number[] = [];
  const together: number[] = [];
  let running = 0;
  const tools = new ToolCoordinator({ limits: { graceMs: 50 } }).register(
    defineTool({
      name: 'write',
      parameters: Type.Object({ n: Type.Integer() }),
      capabilities: { writesFiles: true },
      ...(resources !== undefined && { resources }),
      async execute({ n }, { signal }) {
        ran.push(n);
        together.push(++running);
        await sleep(ms, undefined, { signal });
        running--;
        return ok(n);
      },
    }),
  );
  return { ran, together, tools };
}

const BATCH = [1, 2, 3].map((n) => ({ name: 'write', params: { n }, callId: `call ${n}` }));

describe('a batch', () => {
  it.each<[string, (tools: Pick<ToolCoordinator, 'cancelTask' | 'cancelAll'>) => number]>([
    ['its task is cancelled', (tools) => tools.cancelTask('t', 'enough')],
    ['everything is cancelled', (tools) => tools.cancelAll('enough')],
  ])('runs none of its waiting calls once %s', async (_, cancel) => {
    const { ran, tools } = create({ ms: 60_000 });
    const batch = tools.executeAll(BATCH, { taskId: 't' });
    await sleep(5);
    expect(cancel(tools)).toBe(3);
    for (const result of await batch)
      expect(result).toMatchObject({ error: { code: 'CANCELLED', message: 'The call was cancelled: enough' } });
    expect(ran).toEqual([1]);
  });

  it('runs none of its waiting calls once its task has ended', async () => {
    const { ran, tools } = create({ ms: 60_000 });
    const batch = tools.executeAll(BATCH, { taskId: 't' });
    await sleep(5);
    await tools.endTask('t');
    await batch;
    expect(ran).toEqual([1]);
  });

  it('skips a call that was cancelled while it waited', async () => {
    const { ran, tools } = create();
    const batch = tools.executeAll(BATCH);
    expect(tools.cancelCall('call 2')).toBe(1);
    expect(tools.cancelCall('call 2')).toBe(0);
    expect((await batch).map((result) => (result.ok ? result.value : result.error.code))).toEqual([1, 'CANCELLED', 3]);
    expect(ran).toEqual([1, 3]);
    expect(tools.cancelAll()).toBe(0);
  });

  it('stays in its turn when the next turn begins before the batch has ended', async () => {
    const turns: string[] = [];
    const { tools } = create();
    tools.use({
      name: 'm',
      execute: (params, context, next) => {
        turns.push(context.turnId);
        return next(params);
      },
    });
    tools.beginTurn({ turnId: 'one' });
    const batch = tools.executeAll(BATCH);
    tools.beginTurn({ turnId: 'two' });
    await batch;
    expect(turns).toEqual(['one', 'one', 'one']);
  });

  it.each([
    ['nothing', () => undefined],
    ['no list', () => 'file:a'],
    ['a list of nothing', () => [null]],
    ['uses without a key', () => [{ access: 'read' }]],
    ['uses that neither read nor write', () => [{ key: 'a', access: 'see' }]],
  ])('runs calls in order when their tool returns %s as their resources', async (_, resources) => {
    const { together, tools } = create({ resources: resources as () => never });
    expect((await tools.executeAll(BATCH)).every((result) => result.ok)).toBe(true);
    expect(together).toEqual([1, 1, 1]);
  });
});
