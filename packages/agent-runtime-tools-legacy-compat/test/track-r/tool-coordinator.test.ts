import { describe, expect, it, vi } from 'vitest';
import {
  ToolAlreadyRegisteredError,
  ToolCoordinator,
  ToolNotFoundError,
  ValidationError,
  type ToolContext,
  type ToolHandler,
  type ToolMiddleware,
} from '../../src/track-r/index.ts';
import { ToolCoordinator as ListedToolCoordinator } from '../fixtures/track-r/listed-tool-coordinator.ts';

const context: ToolContext = { cwd: '/work', taskId: 'task', autoApproval: {}, services: {}, callbacks: {} };
const handler = (name: string, more: Partial<ToolHandler> = {}): ToolHandler => ({
  name,
  description: `The tool ${name}`,
  schema: { type: 'object', properties: { text: { type: 'string' } } },
  execute: vi.fn(async (params: unknown) => ({ params })),
  ...more,
});
const listed = ListedToolCoordinator as unknown as typeof ToolCoordinator;

describe.each([
  ['here', ToolCoordinator],
  ['as the older system lists it', listed],
])('a coordinator %s', (_, Coordinator) => {
  it('gives the handler the very parameters and context, and the caller the raw value', async () => {
    const coordinator = new Coordinator();
    const echo = handler('echo');
    coordinator.register(echo);
    const params = { text: 'hi' };
    await expect(coordinator.execute('echo', params, context)).resolves.toEqual({ params });
    const [given, received] = vi.mocked(echo.execute).mock.calls[0] ?? [];
    expect(given).toBe(params);
    expect(received).toBe(context);
    expect([coordinator.has('echo'), coordinator.has('other')]).toEqual([true, false]);
    expect([coordinator.get('echo'), coordinator.get('other')]).toEqual([echo, undefined]);
  });

  it('accepts any name, any parameters and any value', async () => {
    const coordinator = new Coordinator();
    coordinator.register(handler('mcp:server:tool', { execute: async (params) => params }));
    for (const value of [undefined, null, 5, 'text', [1]])
      await expect(coordinator.execute('mcp:server:tool', value, context)).resolves.toEqual(value);
  });

  it('refuses a name twice', () => {
    const coordinator = new Coordinator();
    coordinator.register(handler('read'));
    expect(() => coordinator.register(handler('read'))).toThrow('Tool read already registered');
  });

  it('calls a tool by its alias, and refuses an alias of nothing', async () => {
    const coordinator = new Coordinator();
    coordinator.register(handler('read_file'));
    coordinator.registerAlias('cat', 'read_file');
    expect(coordinator.get('cat')).toBe(coordinator.get('read_file'));
    await expect(coordinator.execute('cat', 1, context)).resolves.toEqual({ params: 1 });
    expect(() => coordinator.registerAlias('dog', 'bark')).toThrow('Target tool bark not found');
  });

  it('rejects a call to an unknown tool', async () => {
    await expect(new Coordinator().execute('nothing', {}, context)).rejects.toThrow('Tool nothing not registered');
  });

  it('rejects with a ValidationError before any middleware runs', async () => {
    const coordinator = new Coordinator();
    const pass: ToolMiddleware['execute'] = (params, __, next) => next(params);
    const middleware = { name: 'seen', execute: vi.fn(pass) };
    coordinator.use(middleware);
    const validate = vi.fn(() => ({ valid: false, errors: ['text is required', 'size is wrong'] }));
    const bad = handler('bad', { validate });
    coordinator.register(bad);
    const failure = coordinator.execute('bad', {}, context);
    await expect(failure).rejects.toBeInstanceOf(ValidationError);
    await expect(failure).rejects.toMatchObject({ errors: ['text is required', 'size is wrong'] });
    expect(validate).toHaveBeenCalledWith({}, context);
    expect(middleware.execute).not.toHaveBeenCalled();
    expect(bad.execute).not.toHaveBeenCalled();
  });

  it('rejects with the very error that the handler throws', async () => {
    const coordinator = new Coordinator();
    const error = new Error('broken');
    coordinator.register(handler('rejects', { execute: () => Promise.reject(error) }));
    coordinator.register(
      handler('throws', {
        execute: () => {
          throw error;
        },
      }),
    );
    await expect(coordinator.execute('rejects', {}, context)).rejects.toBe(error);
    await expect(coordinator.execute('throws', {}, context)).rejects.toBe(error);
  });

  it('runs middlewares from the first to the last, each of which may change parameters and value', async () => {
    const coordinator = new Coordinator();
    const order: string[] = [];
    const wrap = (name: string): ToolMiddleware => ({
      name,
      async execute(params, received, next) {
        order.push(`${name} before`);
        expect(received).toBe(context);
        const value = await next([...(params as string[]), name]);
        order.push(`${name} after`);
        return [...(value as string[]), name];
      },
    });
    coordinator.use(wrap('outer'));
    coordinator.use(wrap('inner'));
    coordinator.register(handler('list', { execute: async (params) => params }));
    await expect(coordinator.execute('list', [], context)).resolves.toEqual(['outer', 'inner', 'inner', 'outer']);
    expect(order).toEqual(['outer before', 'inner before', 'inner after', 'outer after']);
  });

  it('lets a middleware answer without the tool', async () => {
    const coordinator = new Coordinator();
    const slow = handler('slow');
    coordinator.use({ name: 'cache', execute: async () => 'cached' });
    coordinator.register(slow);
    await expect(coordinator.execute('slow', {}, context)).resolves.toBe('cached');
    expect(slow.execute).not.toHaveBeenCalled();
  });

  it('defines its tools in the order of registration, an alias with the name of its target', () => {
    const coordinator = new Coordinator();
    const [one, two] = [handler('one'), handler('two')];
    coordinator.register(one);
    coordinator.register(two);
    coordinator.registerAlias('uno', 'one');
    const definition = ({ name, description, schema }: ToolHandler): object => ({
      name,
      description,
      parameters: schema,
    });
    expect(coordinator.getToolDefinitions()).toEqual([definition(one), definition(two), definition(one)]);
  });
});

describe('errors of a coordinator', () => {
  it('have classes and names of their own', async () => {
    const coordinator = new ToolCoordinator();
    coordinator.register(handler('one'));
    await expect(coordinator.execute('none', {}, context)).rejects.toMatchObject({
      name: 'ToolNotFoundError',
      toolName: 'none',
    });
    expect(() => coordinator.registerAlias('a', 'none')).toThrow(ToolNotFoundError);
    expect(() => coordinator.register(handler('one'))).toThrow(ToolAlreadyRegisteredError);
    expect(new ValidationError(['a', 'b'])).toMatchObject({
      name: 'ValidationError',
      message: 'Validation failed: a, b',
    });
  });
});

describe('partial blocks', () => {
  it('reach the handler, if it wants them', async () => {
    const coordinator = new ToolCoordinator();
    const handlePartial = vi.fn(async () => {});
    coordinator.register(handler('streams', { handlePartial }));
    coordinator.register(handler('waits'));
    const block = { name: 'streams', params: { text: 'he' }, partial: true };
    await coordinator.handlePartial(block, context);
    await coordinator.handlePartial({ ...block, name: 'waits' }, context);
    expect(handlePartial).toHaveBeenCalledExactlyOnceWith(block, context);
  });
});
