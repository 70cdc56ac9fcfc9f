import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type ActivityEventData } from '../../src/index.ts';

const search = defineTool({
  name: 'search',
  parameters: Type.Object({
    query: Type.String(),
    limit: Type.Optional(Type.Integer({ default: 10 })),
    deep: Type.Optional(Type.Object({ from: Type.Integer() })),
  }),
  parameterAliases: { q: 'query' },
  execute: async () => ok('found'),
});

async function startOf(name: string, sent: unknown): Promise<ActivityEventData['tool_call_start'] | undefined> {
  const tools = new ToolCoordinator()
    .register(search)
    .register({ ...search, name: 'plain', parameters: Type.Object({}) });
  let start: ActivityEventData['tool_call_start'] | undefined;
  tools.activity.subscribe('tool_call_start', ({ data }) => (start = data));
  await tools.execute(name, sent);
  return start;
}

describe('the start of a call', () => {
  it('includes the arguments as sent and as validated', async () => {
    expect(await startOf('search', { q: 'a', limit: '5' })).toEqual({
      toolName: 'search',
      arguments: { query: 'a', limit: 5 },
      sent: { q: 'a', limit: '5' },
    });
    expect(await startOf('search', { query: 'a' })).toMatchObject({
      arguments: { query: 'a', limit: 10 },
      sent: { query: 'a' },
    });
    expect(await startOf('search', '{"query":"a"}')).toMatchObject({ sent: '{"query":"a"}' });
  });

  it('shares one object when the arguments were not changed', async () => {
    const start = await startOf('plain', {});
    expect(start?.sent).toEqual({});
    expect(start?.sent).toBe(start?.arguments);
  });

  it('includes the sent arguments of refused calls and of unknown tools', async () => {
    expect(await startOf('search', { limit: 'many' })).toEqual({
      toolName: 'search',
      arguments: undefined,
      sent: { limit: 'many' },
    });
    expect(await startOf('serch', { query: 'a' })).toMatchObject({ arguments: undefined, sent: { query: 'a' } });
  });

  it('copies a bounded part, and survives arguments that cannot be read', async () => {
    const start = await startOf('search', { query: 7, text: 'x'.repeat(1_000_000), list: Array(100_000).fill('y') });
    expect(JSON.stringify(start?.sent).length).toBeLessThan(70_000);
    const circle: Record<string, unknown> = { query: 7 };
    circle['self'] = circle;
    expect(JSON.stringify((await startOf('search', circle))?.sent).length).toBeLessThan(1000);
    const hostile = {
      query: 7,
      get secret(): string {
        throw new Error('no');
      },
    };
    expect((await startOf('search', hostile))?.sent).toEqual('[unreadable]');
    expect((await startOf('search', { query: 7, run: () => 1, big: 1n }))?.sent).toEqual({
      query: 7,
      run: '[function]',
      big: '[bigint]',
    });
  });

  it('keeps a copy that the caller cannot change', async () => {
    const sent = { query: 'a', limit: '5' };
    const start = await startOf('search', sent);
    sent.limit = '6';
    expect(start?.sent).toEqual({ query: 'a', limit: '5' });
    expect(Object.isFrozen(start?.sent)).toBe(true);
  });
});
