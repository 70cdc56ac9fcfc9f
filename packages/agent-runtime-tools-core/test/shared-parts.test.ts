import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type CoordinatorRef, type ToolMiddleware } from '../src/index.ts';

describe('a middleware in two coordinators', () => {
  it('is told which coordinator attaches it and which one shuts down', async () => {
    const said: string[] = [];
    const shared: ToolMiddleware = {
      name: 'shared',
      attach: ({ id }) => void said.push(`attach ${id}`),
      execute: (params, { coordinatorId }, next) => {
        said.push(`call of ${coordinatorId}`);
        return next(params);
      },
      shutdown: async ({ id }) => void said.push(`shutdown ${id}`),
    };
    const hello = defineTool({ name: 'hello', parameters: Type.Object({}), execute: async () => ok(1) });
    const one = new ToolCoordinator().use(shared).register(hello);
    const two = new ToolCoordinator().use([shared, shared]).register(hello);
    const [first, second] = said.map((line) => line.slice('attach '.length));
    expect(first).not.toBe(second);
    await two.shutdownAll();
    expect((await one.execute('hello', {})).ok).toBe(true);
    await one.shutdownAll();
    expect(said).toEqual([
      `attach ${first}`,
      `attach ${second}`,
      `shutdown ${second}`,
      `call of ${first}`,
      `shutdown ${first}`,
    ]);
  });
});

describe('a tool in two coordinators', () => {
  it('is told which coordinator initialises it and which one shuts it down', async () => {
    const said: [string, string][] = [];
    const note =
      (what: string) =>
      async (coordinator: CoordinatorRef): Promise<void> =>
        void said.push([what, coordinator.id]);
    const tool = {
      ...defineTool({
        name: 'shared',
        parameters: Type.Object({}),
        execute: async (_, { coordinatorId }) => ok(coordinatorId),
      }),
      initialize: (_: unknown, coordinator: CoordinatorRef) => note('initialize')(coordinator),
      shutdown: note('shutdown'),
    };
    const one = new ToolCoordinator().register(tool);
    const two = new ToolCoordinator().register(tool);
    const results = [await one.execute('shared', {}), await two.execute('shared', {})];
    const [first, second] = results.map((result) => (result.ok ? result.value : ''));
    await one.shutdownAll();
    expect(said).toEqual([
      ['initialize', first],
      ['initialize', second],
      ['shutdown', first],
    ]);
    await two.shutdownAll();
    expect(said.at(-1)).toEqual(['shutdown', second]);
  });
});
