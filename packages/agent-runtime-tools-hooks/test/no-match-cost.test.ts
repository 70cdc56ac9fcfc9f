import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it, vi } from 'vitest';
import { hooks, type HookConfig } from '../src/index.ts';

const add = defineTool({
  name: 'add',
  parameters: Type.Object({ a: Type.Number() }),
  execute: async ({ a }) => ok(a),
});

const thousand = Array.from({ length: 1000 }, (_, index): HookConfig => {
  const pattern = [`other_${index}`, `write_${index}*`, '@writesFiles', '{x,y}_*'][index % 4] ?? '';
  return { name: `hook-${index}`, type: 'PreToolUse', toolPatterns: [pattern], run: () => undefined };
});

async function nanosecondsPerCall(call: () => Promise<unknown>): Promise<number> {
  const calls = 500;
  const startedAt = process.hrtime.bigint();
  for (let count = 0; count < calls; count++) await call();
  return Number(process.hrtime.bigint() - startedAt) / calls;
}

describe('a call that no hook matches', () => {
  it('never enters the middleware, however many hooks there are', async () => {
    const many = hooks(thousand);
    const entered = vi.spyOn(many, 'execute');
    await new ToolCoordinator().register(add).use(many).execute('add', { a: 1 });
    expect(entered).not.toHaveBeenCalled();
  });

  it('costs no more with 1,000 hooks than with none, within the noise of a busy machine', async () => {
    const none = new ToolCoordinator().register(add);
    const many = new ToolCoordinator().register(add).use(hooks(thousand));
    let [bestOfNone, bestOfMany] = [Infinity, Infinity];
    for (let round = 0; round < 40; round++) {
      bestOfNone = Math.min(bestOfNone, await nanosecondsPerCall(() => none.execute('add', { a: 1 })));
      bestOfMany = Math.min(bestOfMany, await nanosecondsPerCall(() => many.execute('add', { a: 1 })));
    }
    // The budget is 200 ns; bench/no-match.ts measures it strictly.
    expect(bestOfMany - bestOfNone).toBeLessThan(1000);
  });
});
