import { defineTool, ok, ToolCoordinator, Type } from '../../../src/index.ts';
import { expect, it } from 'vitest';

it('a handler can read how long it may still run', async () => {
  const tools = new ToolCoordinator({ limits: { timeoutMs: 5000 } }).register(
    defineTool({
      name: 'time_left',
      parameters: Type.Object({}),
      requiresApproval: (_params, { timeLeftMs }) => timeLeftMs !== undefined,
      execute: async (_params, { timeLeftMs }) => ok(timeLeftMs ?? -1),
    }),
  );
  const byDefault = await tools.execute('time_left', {});
  const given = await tools.execute('time_left', {}, { timeoutMs: 60_000 });
  expect(byDefault.ok && byDefault.value > 3000 && byDefault.value <= 5000).toBe(true);
  expect(given.ok && given.value > 50_000 && given.value <= 60_000).toBe(true);
});
