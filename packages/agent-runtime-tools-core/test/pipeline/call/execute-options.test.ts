import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ToolCoordinator,
  Type,
  defineTool,
  fail,
  ok,
  type ExecuteOptions,
  type ToolContext,
  type ToolMiddleware,
  type ToolServices,
} from '../../../src/index.ts';

/** A tool that returns its context and the context of a call that it makes itself. */
function contexts(options?: ConstructorParameters<typeof ToolCoordinator>[0]) {
  const seen: ToolContext[] = [];
  const tools = new ToolCoordinator(options);
  tools.register(
    defineTool({
      name: 'outer',
      parameters: Type.Object({}),
      execute: async (_, context) => {
        seen.push(context);
        return tools.execute('inner', {}, { parent: context });
      },
    }),
  );
  tools.register(
    defineTool({
      name: 'inner',
      parameters: Type.Object({}),
      execute: async (_, context) => {
        seen.push(context);
        return ok('done');
      },
    }),
  );
  const run = async (call?: ExecuteOptions): Promise<readonly ToolContext[]> => {
    seen.length = 0;
    expect(await tools.execute('outer', {}, call)).toMatchObject({ ok: true });
    return [...seen];
  };
  return { tools, run };
}

const folder = (path: string): ToolServices => ({ workspace: { folder: path } }) as ToolServices;

describe('the options of a call', () => {
  it("override the coordinator's services, callbacks and automatic approval and set a trace, for nested calls too", async () => {
    const artifacts = {
      put: async () => ({ id: 'own', mediaType: 'text/plain', size: 1 }),
      read: async () => undefined,
    };
    const clock = { now: () => 1, schedule: () => () => {} };
    const { run } = contexts({ services: { clock }, callbacks: {}, autoApproval: { enabled: false } });
    const trace = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', tracestate: 'a=1' };
    const callbacks = { say: () => {} };
    const autoApproval = { enabled: true, tools: ['inner'] };
    for (const context of await run({ services: { artifacts }, callbacks, autoApproval, trace })) {
      expect(context.services).toEqual({ clock, artifacts });
      expect(context.callbacks).toBe(callbacks);
      expect(context.autoApproval).toBe(autoApproval);
      expect(context.trace).toEqual(trace);
    }
    for (const context of await run()) {
      expect(context.services.artifacts).not.toBe(artifacts);
      expect(context.autoApproval).toEqual({ enabled: false });
      expect(context).not.toHaveProperty('trace');
    }
  });

  it('do not create a service that is created on first use', async () => {
    let made = 0;
    const { tools, run } = contexts();
    const create = (): object => ({ made: ++made });
    tools.registerPack({ name: 'p', version: '1.0.0', tools: [], services: { lazy: { provideWith: 'x', create } } });
    const [context] = await run({ services: folder('/own') });
    expect(made).toBe(0);
    expect(context?.services).toHaveProperty('lazy', { made: 1 });
    expect(made).toBe(1);
  });

  it('with a workspace start the call in its folder', async () => {
    const { run } = contexts({ cwd: '/default', services: folder('/first') });
    const cwds = async (options?: ExecuteOptions): Promise<string[]> => (await run(options)).map(({ cwd }) => cwd);
    expect(await cwds()).toEqual([resolve('/default'), resolve('/default')]);
    expect(await cwds({ services: folder('/second') })).toEqual([resolve('/second'), resolve('/second')]);
    expect(await cwds({ services: folder('/second'), cwd: 'sub' })).toEqual([
      resolve('/second/sub'),
      resolve('/second/sub'),
    ]);
    expect(await cwds({ services: {}, cwd: 'sub' })).toEqual([resolve('/default/sub'), resolve('/default/sub')]);
  });

  it('determine the folder that resources gets in a batch', async () => {
    const asked: string[] = [];
    const touch = defineTool({
      name: 'touch',
      parameters: Type.Object({}),
      resources: (_, { cwd }) => {
        asked.push(cwd);
        return [];
      },
      execute: async (_, { cwd }) => ok(cwd),
    });
    const tools = new ToolCoordinator({ cwd: '/default' }).register(touch);
    const [result] = await tools.executeAll([{ name: 'touch', params: {} }], { cwd: 'sub' });
    expect(asked).toEqual([resolve('/default/sub')]);
    expect(result).toMatchObject({ value: resolve('/default/sub') });
  });

  it('with a malformed trace are accepted, without the trace', async () => {
    const { run } = contexts();
    const bad = ['', '00-0-0-01', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'x\r\nEvil: 1'];
    for (const traceparent of bad) expect((await run({ trace: { traceparent } }))[0]).not.toHaveProperty('trace');
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const [context] = await run({ trace: { traceparent, tracestate: 'a=1\r\nEvil: 1' } });
    expect(context?.trace).toEqual({ traceparent });
  });

  it('cannot bypass a middleware whose appliesTo depends on the services', async () => {
    const judged: string[] = [];
    const watchful: ToolMiddleware = {
      name: 'watchful',
      appliesTo: (_, { services }) => services === undefined || 'workspace' in services,
      execute: (params, context, next) => {
        judged.push(context.cwd);
        return next(params);
      },
    };
    const { tools } = contexts();
    tools.use(watchful);
    await tools.execute('inner', {});
    expect(judged).toEqual([]);
    await tools.execute('inner', {}, { services: folder('/own') });
    expect(judged).toEqual([resolve('/own')]);
  });

  it('override the retry settings of the tool and the pack', async () => {
    const flaky = (limits = {}) =>
      defineTool({
        name: 'flaky',
        parameters: Type.Object({}),
        capabilities: { retryable: true },
        limits,
        execute: async () => fail('BUSY', 'busy', { retryable: true }),
      });
    const retry = { maxAttempts: 2, delayMs: 0 };
    const attempts = async (tools: Pick<ToolCoordinator, 'execute'>, options?: ExecuteOptions): Promise<number> =>
      (await tools.execute('flaky', {}, options)).metadata.attempts;
    const plain = new ToolCoordinator({ retry }).register(flaky());
    expect(await attempts(plain)).toBe(2);
    expect(await attempts(plain, { retry: { maxAttempts: 1 } })).toBe(1);
    const own = new ToolCoordinator({ retry }).register(flaky({ retry: { maxAttempts: 4 } }));
    expect(await attempts(own)).toBe(4);
    expect(await attempts(own, { retry: { maxAttempts: 3 } })).toBe(3);
    const pack = { name: 'p', version: '1.0.0', limits: { retry: { maxAttempts: 5 } } };
    expect(await attempts(new ToolCoordinator({ retry }).registerPack({ ...pack, tools: [flaky()] }))).toBe(5);
    const both = new ToolCoordinator({ retry }).registerPack({
      ...pack,
      tools: [flaky({ retry: { maxAttempts: 1 } })],
    });
    expect(await attempts(both)).toBe(1);
  });
});
