import { describe, expect, it, vi } from 'vitest';
import {
  RegistrationError,
  ToolCoordinator,
  Type,
  definePack,
  defineTool,
  ok,
  type ToolMiddleware,
  type ToolServices,
} from '../src/index.ts';
import { echoTool, readFile, waitTool, writeFileTool } from './sample-tools.ts';

describe('a coordinator without options', () => {
  it('returns definitions as JSON Schema', () => {
    const tools = new ToolCoordinator().register(readFile);
    expect(tools.getToolDefinitions()).toEqual(tools.getToolDefinitions({ format: 'json-schema' }));
  });

  it('lists validation errors one by one', () => {
    const tools = new ToolCoordinator().register(readFile);
    const { valid, errors } = tools.validate('read_file', { offset: -1, limit: 'many' });
    expect(valid).toBe(false);
    expect(errors).toHaveLength(3);
    expect(errors?.map((error) => error.split(' ')[0]).toSorted()).toEqual(['limit', 'offset', 'path']);
    expect(tools.validate('reed_file', {}).errors).toEqual(['There is no tool named "reed_file".']);
  });
});

describe('registration', () => {
  it('a registered tool is found by its name', () => {
    const tools = new ToolCoordinator().register(readFile);
    expect(tools.has('read_file')).toBe(true);
    expect(tools.get('read_file')).toBe(readFile);
    expect(tools.getNames()).toEqual(['read_file']);
    expect(tools.getAll()).toEqual([readFile]);
  });

  it('a duplicate name is refused', () => {
    const tools = new ToolCoordinator().register(readFile);
    expect(() => tools.register(readFile)).toThrow('Tool "read_file" is already registered.');
  });

  it.each(['', 'read file', 'réad', 'x'.repeat(65), '__proto__ '])('the name %j is refused', (name) => {
    expect(() => new ToolCoordinator().register(echoTool(name))).toThrow(RegistrationError);
  });

  it('a schema that does not describe an object is refused', () => {
    const tool = defineTool({ name: 'bad', parameters: Type.String(), execute: async () => ok(1) });
    expect(() => new ToolCoordinator().register(tool)).toThrow('must describe an object');
  });

  it('a schema with an unknown type is refused, and the message names the place', () => {
    const tool = { ...echoTool('bad'), parameters: { type: 'object', properties: { a: { type: 'sting' } } } };
    expect(() => new ToolCoordinator().register(tool)).toThrow('"sting" at /a');
  });

  it('a schema that only the compiler can refuse fails the call, not the process', async () => {
    const tool = {
      ...echoTool('odd'),
      parameters: { type: 'object', properties: { a: { $ref: '#/nowhere' } } },
    };
    const result = await new ToolCoordinator().register(tool).execute('odd', {});
    expect(result).toMatchObject({ ok: false, error: { code: 'EXECUTION_ERROR' } });
  });

  it('an alias leads to its tool and is not listed', async () => {
    const tools = new ToolCoordinator().register(readFile).registerAlias('cat', 'read_file');
    expect(await tools.execute('cat', { path: 'a' })).toMatchObject({ ok: true, metadata: { toolName: 'read_file' } });
    expect(tools.getToolDefinitions({ format: 'json-schema' }).map((tool) => tool.name)).toEqual(['read_file']);
  });

  it('an alias over an existing name, or to nothing, is refused', () => {
    const tools = new ToolCoordinator().register(readFile).register(waitTool).registerAlias('cat', 'read_file');
    expect(() => tools.registerAlias('wait', 'read_file')).toThrow('already registered');
    expect(() => tools.registerAlias('cat', 'wait')).toThrow('already an alias of "read_file"');
    expect(() => tools.registerAlias('dog', 'nothing')).toThrow('not registered');
    expect(() => tools.register(echoTool('cat'))).toThrow('already an alias');
  });

  it('unregistering removes the tool and its aliases', async () => {
    const tools = new ToolCoordinator().register(readFile).registerAlias('cat', 'read_file');
    expect(tools.unregister('read_file')).toBe(true);
    expect(tools.unregister('read_file')).toBe(false);
    expect(tools.has('cat')).toBe(false);
  });

  it('a class instance is as good a handler as a literal', async () => {
    class Greeter {
      readonly name = 'greet';
      readonly description = 'Greet somebody';
      readonly version = '1.0.0';
      readonly parameters = Type.Object({ who: Type.String() });
      readonly capabilities = readFile.capabilities;
      readonly #word = 'hello';
      async execute(params: { who: string }) {
        return ok(`${this.#word} ${params.who}`);
      }
      async dryRun() {
        return ok({ summary: `${this.#word}, nothing happens`, changes: [] });
      }
    }
    const tools = new ToolCoordinator().register(new Greeter());
    expect(await tools.execute('greet', { who: 'you' })).toMatchObject({ ok: true, value: 'hello you' });
    expect(await tools.dryRun('greet', { who: 'you' })).toMatchObject({
      ok: true,
      value: { summary: 'hello, nothing happens' },
    });
  });
});

describe('packs', () => {
  const pack = (version: string, answer: string) =>
    definePack({
      name: 'sample',
      version,
      tools: [
        defineTool({
          name: 'answer',
          version,
          parameters: Type.Object({ ms: Type.Integer() }),
          execute: async ({ ms }, { signal }) => {
            await new Promise((resolve) => {
              const timer = setTimeout(resolve, ms);
              signal.addEventListener('abort', () => clearTimeout(timer));
            });
            return ok(answer);
          },
        }),
      ],
      aliases: { reply: 'answer' },
    });

  it('a pack is registered as a whole', async () => {
    const tools = new ToolCoordinator().registerPack(pack('1.0.0', 'old'));
    expect(await tools.execute('reply', { ms: 0 })).toMatchObject({ ok: true, value: 'old' });
    expect(() => tools.registerPack(pack('1.0.0', 'old'))).toThrow('use replacePack');
  });

  it('an invalid pack is not registered at all', () => {
    const tools = new ToolCoordinator();
    const broken = definePack({ name: 'broken', version: '1.0.0', tools: [readFile, readFile] });
    expect(() => tools.registerPack(broken)).toThrow('already registered');
    expect(tools.getNames()).toEqual([]);
    const badAlias = { name: 'broken', version: '1.0.0', tools: [readFile], aliases: { x: 'nothing' } };
    expect(() => tools.registerPack(badAlias)).toThrow('not registered');
    expect(tools.getNames()).toEqual([]);
  });

  it('a replaced pack finishes its running calls, then shuts down', async () => {
    const shutdown = vi.fn(async () => {});
    const old = pack('1.0.0', 'old');
    const tools = new ToolCoordinator().registerPack({ ...old, tools: [{ ...old.tools[0], shutdown }] });
    const underway = tools.execute('answer', { ms: 50 });
    tools.replacePack(pack('2.0.0', 'new'));
    const next = await tools.execute('answer', { ms: 0 });
    expect(next).toMatchObject({ ok: true, value: 'new', metadata: { toolVersion: '2.0.0' } });
    expect(shutdown).not.toHaveBeenCalled();
    expect(await underway).toMatchObject({ ok: true, value: 'old', metadata: { toolVersion: '1.0.0' } });
    await vi.waitFor(() => expect(shutdown).toHaveBeenCalledOnce());
  });

  it('a handler that is also in the new version keeps running', async () => {
    const initialize = vi.fn(async () => {});
    const shutdown = vi.fn(async () => {});
    const kept = definePack({ name: 'kept', version: '1.0.0', tools: [{ ...readFile, initialize, shutdown }] });
    const tools = new ToolCoordinator().registerPack(kept);
    await tools.execute('read_file', { path: 'a' });
    tools.replacePack({ ...kept, version: '1.1.0' });
    expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(true);
    expect(initialize).toHaveBeenCalledOnce();
    expect(shutdown).not.toHaveBeenCalled();
  });

  it('a pack can be removed and registered again', async () => {
    const tools = new ToolCoordinator().registerPack(pack('1.0.0', 'old'));
    expect(tools.unregisterPack('sample')).toBe(true);
    expect(tools.unregisterPack('sample')).toBe(false);
    expect(tools.has('reply')).toBe(false);
    tools.registerPack(pack('1.0.0', 'again'));
    tools.unregister('answer');
    tools.registerPack(pack('1.0.0', 'and again'));
    expect(tools.has('reply')).toBe(true);
  });

  it('an invalid replacement leaves the old pack in place', async () => {
    const tools = new ToolCoordinator().register(readFile).registerPack(pack('1.0.0', 'old'));
    const faulty = definePack({ name: 'sample', version: '2.0.0', tools: [readFile] });
    expect(() => tools.replacePack(faulty)).toThrow('already registered');
    expect(await tools.execute('reply', { ms: 0 })).toMatchObject({ ok: true, value: 'old' });
  });

  it('a pack without its service is refused, and the message contains the line that provides it', () => {
    const needy = {
      ...pack('1.0.0', 'x'),
      services: { workspace: { provideWith: 'services: { workspace: createWorkspace() }' } },
    };
    expect(() => new ToolCoordinator().registerPack(needy)).toThrow(
      'Pack "sample" needs the service "workspace". Provide it: services: { workspace: createWorkspace() }',
    );
    const services = { workspace: {} } as ToolServices;
    expect(new ToolCoordinator({ services }).registerPack(needy).has('answer')).toBe(true);
  });

  it('a service that the pack creates is created on first use and shut down at the end', async () => {
    const shutdown = vi.fn();
    const create = vi.fn(() => ({ answer: 42, shutdown }));
    const tool = defineTool({
      name: 'use',
      parameters: Type.Object({}),
      execute: async (_, { services }) => ok((services as { engine: { answer: number } }).engine.answer),
    });
    const tools = new ToolCoordinator().registerPack({
      name: 'p',
      version: '1.0.0',
      tools: [tool],
      services: { engine: { provideWith: '...', create } },
    });
    expect(create).not.toHaveBeenCalled();
    expect(await tools.execute('use', {})).toMatchObject({ value: 42 });
    await tools.execute('use', {});
    expect(create).toHaveBeenCalledOnce();
    await tools.shutdownAll();
    expect(shutdown).toHaveBeenCalledOnce();
  });
});

describe('views', () => {
  const tools = new ToolCoordinator()
    .register(readFile)
    .register(writeFileTool())
    .register(waitTool)
    .registerAlias('cat', 'read_file');

  it('a view has only the tools that match its filter', async () => {
    const view = tools.view(['read_file']);
    expect(view.getNames()).toEqual(['read_file']);
    expect(view.has('cat')).toBe(true);
    expect(view.has('wait')).toBe(false);
    expect(await view.execute('read_file', { path: 'a' })).toMatchObject({ ok: true, value: { content: 'a@0' } });
    const outside: string = 'wait';
    expect(await view.execute(outside, { ms: 0 })).toMatchObject({ ok: false, error: { code: 'TOOL_NOT_FOUND' } });
  });

  it('a view by capability follows later registrations', () => {
    const own = new ToolCoordinator().register(readFile);
    const readers = own.view((tool) => !tool.capabilities.writesFiles);
    own.register(writeFileTool());
    own.register(waitTool);
    expect(readers.getNames()).toEqual(['read_file', 'wait']);
  });

  it('a view of a view can only be smaller', () => {
    expect(
      tools
        .view(['read_file', 'wait'])
        .view(() => true)
        .getNames(),
    ).toEqual(['read_file', 'wait']);
  });

  it('a view shares the pipeline: its calls are in the same stream and statistics', async () => {
    const own = new ToolCoordinator().register(readFile);
    const seen: string[] = [];
    own.activity.subscribe('tool_call_end', (event) => void seen.push(event.data.toolName));
    await own.view(['read_file']).execute('read_file', { path: 'a' });
    expect(seen).toEqual(['read_file']);
    expect(own.getStats().totalExecutions).toBe(1);
  });
});

describe('lifecycle', () => {
  it('a tool is initialised once, before its first call, however many calls start at once', async () => {
    const initialize = vi.fn(async () => new Promise<void>((resolve) => setTimeout(resolve, 10)));
    const tools = new ToolCoordinator().register({ ...readFile, initialize });
    const results = await Promise.all([
      tools.execute('read_file', { path: 'a' }),
      tools.execute('read_file', { path: 'b' }),
    ]);
    expect(results.every((result) => result.ok)).toBe(true);
    expect(initialize).toHaveBeenCalledOnce();
  });

  it('a tool that cannot be initialised fails its call, and the next call tries again', async () => {
    const initialize = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no engine'));
    const tools = new ToolCoordinator().register({ ...readFile, initialize });
    expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'ENGINE_NOT_AVAILABLE', message: 'read_file could not be initialised: no engine' },
      metadata: { attempts: 0 },
    });
    expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(true);
  });

  it('initializeAll rejects when a tool cannot start', async () => {
    const tools = new ToolCoordinator().register({
      ...readFile,
      initialize: async () => Promise.reject(new Error('no engine')),
    });
    await expect(tools.initializeAll()).rejects.toThrow('no engine');
  });

  it('endTask stops the calls of a task and calls endTask of the services', async () => {
    const ended: string[] = [];
    const processes = { endTask: async (taskId: string) => void ended.push(`given ${taskId}`) };
    const failing = { endTask: () => Promise.reject(new Error('no')) };
    const services = { processes, failing } as unknown as ToolServices;
    const tools: ToolCoordinator = new ToolCoordinator({ services });
    tools.registerPack(
      definePack({
        name: 'waiting',
        version: '1.0.0',
        services: {
          made: { provideWith: '', create: () => ({ endTask: (taskId: string) => ended.push(`made ${taskId}`) }) },
          unused: { provideWith: '', create: () => expect.unreachable('made only to be ended') },
        },
        tools: [
          defineTool({
            name: 'wait',
            parameters: Type.Object({}),
            execute: async (_, context) => {
              const { signal } = context;
              expect(context.services).toHaveProperty('made');
              await new Promise((_resolve, reject) =>
                signal.addEventListener('abort', () => reject(new Error('stopped'))),
              );
              return ok(1);
            },
          }),
        ],
      }),
    );
    const mine = tools.execute('wait', {}, { taskId: 'mine' });
    const other = tools.execute('wait', {}, { taskId: 'other' });
    await tools.endTask('mine');
    expect(await mine).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(ended.toSorted()).toEqual(['given mine', 'made mine']);
    expect(tools.getStats().inFlight).toBe(1);
    tools.cancelAll();
    await other;
  });

  it('endTask calls endTask of every middleware with the owner, even if one fails', async () => {
    const ended: unknown[] = [];
    const next: ToolMiddleware['execute'] = (params, _, go) => go(params);
    const tools = new ToolCoordinator()
      .use({ name: 'failing', execute: next, endTask: () => Promise.reject(new Error('no')) })
      .use({ name: 'keeping', execute: next, endTask: (...told) => void ended.push(told) })
      .use({ name: 'plain', execute: next });
    await tools.endTask('mine', { principal: { id: 'anna' } });
    expect(ended).toEqual([['mine', { principalId: 'anna', taskId: 'mine' }]]);
  });

  it('shutdownAll stops running calls, shuts tools down once and refuses new calls', async () => {
    const shutdown = vi.fn(async () => {});
    const tools = new ToolCoordinator().register({ ...waitTool, shutdown });
    const underway = tools.execute('wait', { ms: 60_000 });
    await Promise.all([tools.shutdownAll(), tools.shutdownAll()]);
    expect(await underway).toMatchObject({ ok: false, error: { code: 'SHUT_DOWN' } });
    expect(shutdown).toHaveBeenCalledOnce();
    expect(await tools.execute('wait', { ms: 0 })).toMatchObject({ ok: false, error: { code: 'SHUT_DOWN' } });
  });

  it('shutdownAll continues when a tool fails to shut down', async () => {
    const other = vi.fn(async () => {});
    const tools = new ToolCoordinator()
      .register({ ...readFile, shutdown: async () => Promise.reject(new Error('stuck')) })
      .register({ ...waitTool, shutdown: other });
    await tools.shutdownAll();
    expect(other).toHaveBeenCalledOnce();
  });
});

describe('statistics', () => {
  it('calls are counted by tool and by error code, with their durations', async () => {
    const tools = new ToolCoordinator().register(readFile).register(waitTool);
    await tools.execute('read_file', { path: 'a' });
    await tools.execute('read_file', {} as { path: string });
    await tools.execute('wait', { ms: 20 });
    await tools.execute('nothing', {});
    const stats = tools.getStats();
    expect(stats).toMatchObject({
      totalExecutions: 3,
      successCount: 2,
      errorCount: 1,
      unknownToolCalls: 1,
      inFlight: 0,
      executionsByTool: { read_file: 2, wait: 1 },
      tools: { read_file: { executions: 2, errorCount: 1, errorsByCode: { VALIDATION_ERROR: 1 } } },
    });
    expect(stats.tools['wait']?.p50Ms).toBeGreaterThan(17);
    expect(stats.tools['wait']?.p95Ms).toBeLessThan(2000);
    expect(stats.averageExecutionTimeMs).toBeGreaterThan(5);
  });
});

describe('middlewares of a package', () => {
  it('are added together, publish their own events, and are shut down with the tools', async () => {
    const shutdown = vi.fn(async () => {});
    const tools = new ToolCoordinator().register(readFile).use([
      {
        name: 'first',
        phase: 'hook',
        execute(params, { publish, tool }, next) {
          publish('tool_progress', { toolName: tool.name, done: 1 });
          return next(params);
        },
        shutdown,
      },
      {
        name: 'second',
        execute: (params, _, next) => next(params),
        shutdown: async () => Promise.reject(new Error('x')),
      },
    ]);
    const seen: string[] = [];
    tools.activity.subscribe('tool_progress', (event) => void seen.push(event.data.toolName));
    await tools.execute('read_file', { path: 'a' });
    expect(seen).toEqual(['read_file']);
    await tools.shutdownAll();
    expect(shutdown).toHaveBeenCalledOnce();
  });
});

describe("a tool's input as a Standard Schema", () => {
  it('validates and repairs as execute does, and includes its JSON Schema', () => {
    const tools = new ToolCoordinator().register(readFile);
    const schema = tools.getInputSchema('read_file');
    expect(schema?.['~standard'].validate({ path: 'a', offset: '3' })).toEqual({ value: { path: 'a', offset: 3 } });
    expect(schema?.['~standard'].validate({ path: 'a', range: { from: 'x' } })).toMatchObject({
      issues: [{ path: ['range', 'from'], message: expect.stringContaining('must be an integer') }],
    });
    expect(schema?.['~standard'].jsonSchema.input({ target: 'draft-2020-12' })).toMatchObject({
      type: 'object',
      required: ['path'],
    });
    expect(tools.getInputSchema('nothing')).toBeUndefined();
    expect(tools.getStats().inFlight).toBe(0);
  });
});
