import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type ToolCoordinatorOptions } from '../../../src/index.ts';

/** Tools whose handlers ignore their signal: the test ends each call by its id. */
function stubbornTools(options: ToolCoordinatorOptions, concurrency?: number) {
  const running = new Map<string, () => void>();
  const tools = new ToolCoordinator({ ...options, limits: { graceMs: 5 } }).register(
    defineTool({
      name: 'stubborn',
      parameters: Type.Object({}),
      ...(concurrency !== undefined && { limits: { concurrency } }),
      async execute(_, { callId }) {
        await new Promise<void>((done) => running.set(callId, done));
        running.delete(callId);
        return ok('done');
      },
    }),
  );
  const end = async (callId: string): Promise<void> => {
    running.get(callId)?.();
    for (let turn = 0; turn < 5; turn++) await nextTurn();
  };
  return { tools, running, end };
}

const LIMITS: [whose: string, options: ToolCoordinatorOptions, concurrency: number | undefined][] = [
  ['of the coordinator', { concurrency: { limit: 2 } }, undefined],
  ['of the tool', {}, 2],
];
const OWNERS: [name: string, principals: readonly [string, string] | undefined][] = [
  ['nobody in particular', undefined],
  ['one principal', ['alice', 'alice']],
  ['different principals', ['alice', 'bob']],
];

describe.each(LIMITS)('a slot %s, of a handler that ends after its grace period', (_, options, concurrency) => {
  it.each(OWNERS)('is freed once when the calls are those of %s', async (__, principals) => {
    const { tools, running, end } = stubbornTools(options, concurrency);
    const controller = new AbortController();
    const call = (callId: string, id = principals?.[0], signal?: AbortSignal) =>
      tools.execute(
        'stubborn',
        {},
        { callId, ...(signal && { signal }), ...(id !== undefined && { principal: { id } }) },
      );
    const late = call('late', principals?.[0], controller.signal);
    const other = call('other', principals?.[1]);
    controller.abort();
    expect(await late).toMatchObject({ error: { code: 'CANCELLED', details: { handlerStillRunning: true } } });
    const second = call('second');
    const third = call('third');
    await nextTurn();
    expect([...running.keys()]).toEqual(['late', 'other', 'second']);
    await end('late');
    expect([...running.keys()]).toEqual(['other', 'second']);
    expect(tools.getStats().queueLength).toBe(1);
    await end('other');
    expect([...running.keys()]).toEqual(['second', 'third']);
    await end('second');
    await end('third');
    expect((await Promise.all([other, second, third])).every((result) => result.ok)).toBe(true);
    expect(tools.getStats()).toMatchObject({ inFlight: 0, queueLength: 0 });
  });

  it('is freed once when a middleware has returned a result in its place', async () => {
    const { tools, running, end } = stubbornTools(options, concurrency);
    tools.use({
      name: 'answers',
      async execute(params, { callId }, next) {
        const handled = next(params);
        return callId === 'late' ? ok('answered') : handled;
      },
    });
    expect(await tools.execute('stubborn', {}, { callId: 'late' })).toMatchObject({ ok: true, value: 'answered' });
    const calls = ['first', 'second', 'third'].map((callId) => tools.execute('stubborn', {}, { callId }));
    await expect.poll(() => [...running.keys()]).toEqual(['late', 'first', 'second']);
    await end('late');
    expect([...running.keys()]).toEqual(['first', 'second']);
    expect(tools.getStats().queueLength).toBe(1);
    for (const callId of ['first', 'second', 'third']) await end(callId);
    expect((await Promise.all(calls)).every((result) => result.ok)).toBe(true);
  });
});
