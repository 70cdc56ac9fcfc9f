import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok } from '../../../src/index.ts';

const list = defineTool({
  name: 'list',
  parameters: Type.Object({}),
  execute: async (_, { tools }) => ok(tools.getNames()),
  dryRun: async (_, { tools }) => ok({ summary: tools.getNames().join(' '), changes: [] }),
});
const other = defineTool({ name: 'other', parameters: Type.Object({}), execute: async () => ok('other') });

describe('the tools of a context', () => {
  it('are those that the call was made with', async () => {
    const tools = new ToolCoordinator().register(list).register(other);
    expect(await tools.execute('list', {})).toMatchObject({ value: ['list', 'other'] });
    expect(await tools.view('list').execute('list', {})).toMatchObject({ value: ['list'] });
    expect(await tools.view('list').executeAll([{ name: 'list', params: {}, callId: '1' }])).toMatchObject([
      { value: ['list'] },
    ]);
    expect(await tools.dryRun('list', {})).toMatchObject({ value: { summary: 'list other' } });
  });

  it('are the same in the dry run that a person is shown', async () => {
    let shown: unknown;
    const tools = new ToolCoordinator()
      .use({
        name: 'approver',
        phase: 'approve',
        async execute(params, context, next) {
          shown = await context.approval.dryRun(params);
          return next(params, { by: 'test' });
        },
      })
      .register(list)
      .register(other);
    await tools.view(['list', 'other']).execute('list', {});
    expect(shown).toMatchObject({ value: { summary: 'list other' } });
  });

  it('are there while arguments stream', async () => {
    let seen: string[] = [];
    const streaming = defineTool({
      name: 'streaming',
      parameters: Type.Object({}),
      execute: async () => ok('done'),
      async handlePartial(_, { tools }) {
        seen = tools.getNames();
      },
    });
    const tools = new ToolCoordinator().register(streaming).register(other);
    await tools.view('streaming').handlePartial({ callId: 'c', name: 'streaming', delta: '{}' });
    expect(seen).toEqual(['streaming']);
  });

  it('can set the mode of a task and end it', async () => {
    const tools = new ToolCoordinator();
    const ended: string[] = [];
    tools.use({
      name: 'ends',
      execute: (params, _, next) => next(params),
      endTask: (taskId) => void ended.push(taskId),
    });
    const mode = defineTool({
      name: 'mode',
      parameters: Type.Object({}),
      execute: async (_, context) => ok(context.mode),
    });
    const set = defineTool({
      name: 'set',
      parameters: Type.Object({}),
      async execute(_, { tools: own, taskId }) {
        own.setMode(taskId, 'plan');
        await own.endTask('child');
        return ok('set');
      },
    });
    const view = tools.register(mode).register(set).view(['mode', 'set']);
    await view.execute('set', {}, { taskId: 't' });
    expect(await view.execute('mode', {}, { taskId: 't' })).toMatchObject({ value: 'plan' });
    expect(ended).toEqual(['child']);
  });
});
