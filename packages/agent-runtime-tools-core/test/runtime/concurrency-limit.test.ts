import { expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok } from '../../src/index.ts';
import { ConcurrencyLimit } from '../../src/runtime/concurrency-limit.ts';

it('hands places on without end to those who are done at once', () => {
  const limit = new ConcurrencyLimit({ limit: 1 });
  limit.tryTake();
  let started = 0;
  for (let waiting = 0; waiting < 100_000; waiting++) {
    const start = (): void => {
      started++;
      limit.release();
    };
    limit.wait({ previous: undefined, next: undefined, list: undefined, start });
  }
  limit.release();
  expect(started).toBe(100_000);
  expect(limit.tryTake()).toBe(true);
  expect(limit.tryTake()).toBe(false);
});

it('goes on after one who starts by throwing', () => {
  const limit = new ConcurrencyLimit({ limit: 1 });
  limit.tryTake();
  const start = (): void => {
    limit.release();
    throw new Error('not today');
  };
  limit.wait({ previous: undefined, next: undefined, list: undefined, start });
  expect(() => limit.release()).toThrow('not today');
  limit.release();
  expect(limit.tryTake()).toBe(true);
});

it('settles tens of thousands of waiting calls whose handlers throw at once', async () => {
  const NOTHING = Type.Object({});
  const failure = new Error('at once');
  const tools = new ToolCoordinator({ concurrency: { limit: 1 } })
    .register(
      defineTool({
        name: 'throws',
        parameters: NOTHING,
        execute: () => {
          throw failure;
        },
      }),
    )
    .register(defineTool({ name: 'first', parameters: NOTHING, execute: async () => ok(1) }));
  const first = tools.execute('first', {});
  const rest = await Promise.all(Array.from({ length: 20_000 }, () => tools.execute('throws', {})));
  expect((await first).ok).toBe(true);
  expect(rest.every((result) => !result.ok && result.error.message === 'throws failed: at once')).toBe(true);
  expect((await tools.execute('first', {})).ok).toBe(true);
});
