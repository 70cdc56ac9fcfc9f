import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Type, ToolCoordinator, defineTool, ok, ownerKey, ownerOf, type ToolContext } from '../../src/index.ts';

describe('an owner', () => {
  it('is a principal and a task, with an empty id when the host names no principal', () => {
    expect(ownerOf({ taskId: 't' })).toEqual({ principalId: '', taskId: 't' });
    expect(ownerOf({ taskId: 't', principal: { id: 'ann' } })).toEqual({ principalId: 'ann', taskId: 't' });
  });

  it('has a unique key, whatever its ids contain', () => {
    expect(ownerKey({ principalId: 'a', taskId: 'b/c' })).not.toBe(ownerKey({ principalId: 'a/b', taskId: 'c' }));
    expect(ownerKey({ principalId: '', taskId: '1:a/b' })).not.toBe(ownerKey({ principalId: 'a', taskId: 'b' }));
  });
});

/** Calls `outer`, which calls `inner` with these options, and returns the context of `inner`. */
async function innerContext(inner: object, outer: object): Promise<ToolContext> {
  let seen: ToolContext | undefined;
  const parameters = Type.Object({});
  const tools = new ToolCoordinator();
  tools
    .register(
      defineTool({
        name: 'inner',
        description: 'Remembers its context',
        parameters,
        execute: async (_, context) => ok((seen = context) && {}),
      }),
    )
    .register(
      defineTool({
        name: 'outer',
        description: 'Calls inner',
        parameters,
        execute: async (_, context) => ok(await tools.execute('inner', {}, { parent: context, ...inner })),
      }),
    );
  await tools.execute('outer', {}, outer);
  if (seen === undefined) throw new Error('inner was not called');
  return seen;
}

describe('the parent tasks of a call', () => {
  it('are those of the same principal, nearest first', async () => {
    expect((await innerContext({}, { taskId: 'main' })).parentTasks).toEqual([]);
    expect((await innerContext({ taskId: 'sub' }, { taskId: 'main' })).parentTasks).toEqual(['main']);
  });

  it('are none for a call on behalf of another principal', async () => {
    const context = await innerContext({ taskId: 'sub', principal: { id: 'bob' } }, { principal: { id: 'ann' } });
    expect(context.parentTasks).toEqual([]);
  });
});

describe('the folder of a call', () => {
  async function folderOf(options: object, call: object): Promise<string> {
    let cwd = '';
    const tools = new ToolCoordinator(options).register(
      defineTool({
        name: 'where',
        description: 'Says its folder',
        parameters: Type.Object({}),
        execute: async (_, context) => ok({ cwd: (cwd = context.cwd) }),
      }),
    );
    await tools.execute('where', {}, call);
    return cwd;
  }

  it('is the first root of the workspace when the host names none', async () => {
    expect(await folderOf({ services: { workspace: { folder: '/ws' } } }, {})).toBe('/ws');
    expect(await folderOf({}, {})).toBe(process.cwd());
  });

  it('is the cwd of the host or the call, relative to that root', async () => {
    const services = { workspace: { folder: '/ws' } };
    expect(await folderOf({ services, cwd: 'sub' }, {})).toBe(resolve('/ws/sub'));
    expect(await folderOf({ services, cwd: 'sub' }, { cwd: 'deep' })).toBe(resolve('/ws/sub/deep'));
    expect(await folderOf({ services }, { cwd: '/elsewhere' })).toBe('/elsewhere');
  });
});

it('events include the principal, and can be filtered by principal', async () => {
  const tools = new ToolCoordinator().register(
    defineTool({ name: 'noop', description: 'Nothing', parameters: Type.Object({}), execute: async () => ok({}) }),
  );
  const heard: (string | undefined)[] = [];
  tools.activity.scope({ principalId: 'ann' }).subscribe('tool_call_end', (event) => heard.push(event.principal?.id));
  await tools.execute('noop', {}, { principal: { id: 'ann' } });
  await tools.execute('noop', {}, { principal: { id: 'bob' } });
  await tools.execute('noop', {});
  expect(heard).toEqual(['ann']);
});
