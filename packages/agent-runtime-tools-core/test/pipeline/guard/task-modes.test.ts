import { describe, expect, it } from 'vitest';
import {
  ToolCoordinator,
  Type,
  defineTool,
  ok,
  type AnyActivityEvent,
  type ExecuteOptions,
} from '../../../src/index.ts';

const write = defineTool({
  name: 'write',
  parameters: Type.Object({}),
  capabilities: { writesFiles: true },
  execute: async () => ok('written'),
});

async function mayWrite(tools: Pick<ToolCoordinator, 'execute'>, options: ExecuteOptions): Promise<boolean> {
  const result = await tools.execute('write', {}, options);
  if (!result.ok) expect(result.error).toMatchObject({ code: 'MODE_RESTRICTED', details: { mode: 'plan' } });
  return result.ok;
}

describe('the mode of a task', () => {
  it('can be changed while it runs, for one task of one principal', async () => {
    const tools = new ToolCoordinator().register(write);
    const [ann, ben] = [{ id: 'ann' }, { id: 'ben' }];
    tools.setMode('t', 'plan', { principal: ann });
    expect(await mayWrite(tools, { taskId: 't', principal: ann })).toBe(false);
    expect(await mayWrite(tools, { taskId: 't', principal: ben })).toBe(true);
    expect(await mayWrite(tools, { taskId: 't' })).toBe(true);
    expect(await mayWrite(tools, { taskId: 'other', principal: ann })).toBe(true);
    tools.setMode('t', 'act', { principal: ann });
    expect(await mayWrite(tools, { taskId: 't', principal: ann })).toBe(true);
  });

  it('is published in an event only when it changes', () => {
    const tools = new ToolCoordinator();
    const events: AnyActivityEvent[] = [];
    tools.activity.subscribe('mode_changed', (event) => events.push(event));
    tools.setMode('t', 'act');
    tools.setMode('t', 'plan', { principal: { id: 'ann' } });
    tools.setMode('t', 'plan', { principal: { id: 'ann' } });
    tools.setMode('t', undefined, { principal: { id: 'ann' } });
    expect(events).toMatchObject([
      { taskId: 't', callId: '', principal: { id: 'ann' }, data: { mode: 'plan', previous: 'act' } },
      { taskId: 't', data: { mode: 'act', previous: 'plan' } },
    ]);
  });

  it('ends with the task, and the mode of a call takes precedence', async () => {
    const tools = new ToolCoordinator({ mode: 'plan' }).register(write);
    expect(await mayWrite(tools, { taskId: 't' })).toBe(false);
    tools.setMode('t', 'act');
    expect(await mayWrite(tools, { taskId: 't' })).toBe(true);
    expect(await mayWrite(tools, { taskId: 't', mode: 'plan' })).toBe(false);
    await tools.endTask('t');
    expect(await mayWrite(tools, { taskId: 't' })).toBe(false);
  });

  it('applies to calls nested in a running call, and to the tasks started from it', async () => {
    for (const inner of [{}, { taskId: 'child' }]) {
      const tools = new ToolCoordinator().register(write);
      const outcomes: boolean[] = [];
      tools.register(
        defineTool({
          name: 'agent',
          parameters: Type.Object({}),
          async execute(_, context) {
            outcomes.push(await mayWrite(tools, { parent: context, ...inner }));
            tools.setMode('t', 'plan');
            outcomes.push(await mayWrite(tools, { parent: context, ...inner }));
            return ok('done');
          },
        }),
      );
      await tools.execute('agent', {}, { taskId: 't' });
      expect(outcomes).toEqual([true, false]);
    }
  });

  it('does not loosen the mode that the options of an outer call gave', async () => {
    const tools = new ToolCoordinator().register(write);
    const outcomes: boolean[] = [];
    tools.register(
      defineTool({
        name: 'agent',
        parameters: Type.Object({}),
        async execute(_, context) {
          outcomes.push(await mayWrite(tools, { parent: context }));
          return ok('done');
        },
      }),
    );
    tools.setMode('t', 'act');
    await tools.execute('agent', {}, { taskId: 't', mode: 'plan' });
    tools.setMode('t', 'plan');
    await tools.execute('agent', {}, { taskId: 't', mode: 'act' });
    expect(outcomes).toEqual([false, false]);
  });

  it('stops a call that waited for consent while the task went into plan mode', async () => {
    const tools = new ToolCoordinator()
      .use({
        name: 'slow',
        phase: 'approve',
        async execute(params, _, next) {
          await Promise.resolve();
          tools.setMode('t', 'plan');
          return next(params, { by: 'person' });
        },
      })
      .register(write);
    expect(await mayWrite(tools, { taskId: 't' })).toBe(false);
  });
});
