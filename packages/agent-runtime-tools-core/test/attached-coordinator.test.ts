import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type AttachedCoordinator, type ToolMiddleware } from '../src/index.ts';

const hello = defineTool({ name: 'hello', parameters: Type.Object({}), execute: async () => ok(1) });

function attached(): { readonly middleware: ToolMiddleware; readonly coordinator: () => AttachedCoordinator } {
  let seen: AttachedCoordinator | undefined;
  const middleware: ToolMiddleware = {
    name: 'observer',
    attach: (coordinator) => void (seen = coordinator),
    execute: (params, _, next) => next(params),
  };
  return {
    middleware,
    coordinator: () => {
      if (seen === undefined) throw new Error('not attached');
      return seen;
    },
  };
}

describe('a middleware that is attached', () => {
  it('sees the events of calls that never reach it', async () => {
    const { middleware, coordinator } = attached();
    const tools = new ToolCoordinator().use(middleware).register(hello);
    const codes: unknown[] = [];
    coordinator().activity.subscribe('error', ({ data }) => codes.push(data.error.code));
    await tools.execute('no_such_tool', {});
    const anyName: string = hello.name;
    await tools.execute(anyName, { a: 1 });
    expect(codes).toEqual(['TOOL_NOT_FOUND', 'VALIDATION_ERROR']);
  });

  it('can ask which tools there are, and how many calls run and wait', async () => {
    const { middleware, coordinator } = attached();
    let finish = (): void => {};
    const slow = defineTool({
      name: 'slow',
      parameters: Type.Object({}),
      async execute() {
        await new Promise<void>((resolve) => (finish = resolve));
        return ok(1);
      },
    });
    const tools = new ToolCoordinator({ concurrency: { limit: 1 } }).use(middleware).register(slow);
    expect([coordinator().has('slow'), coordinator().has('hello')]).toEqual([true, false]);
    tools.register(hello).registerAlias('hi', 'hello');
    expect([coordinator().has('hello'), coordinator().has('hi')]).toEqual([true, true]);
    const calls = [tools.execute('slow', {}), tools.execute('hello', {})];
    expect(coordinator().load()).toEqual({ inFlight: 2, queueLength: 1 });
    finish();
    await Promise.all(calls);
    expect(coordinator().load()).toEqual({ inFlight: 0, queueLength: 0 });
  });
});

describe('the trace of a call', () => {
  it('can be replaced by a middleware, for the handler and the calls that it makes; a malformed one is ignored', async () => {
    const own = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', tracestate: 'a=1' };
    const seen: unknown[] = [];
    const tracer: ToolMiddleware = {
      name: 'tracer',
      phase: 'observe',
      appliesTo: ({ name }) => name === 'outer',
      execute(params, { setTrace }, next) {
        setTrace(own);
        setTrace({ traceparent: 'x' });
        return next(params);
      },
    };
    const inner = defineTool({
      name: 'inner',
      parameters: Type.Object({}),
      execute: async (_, { trace }) => ok(seen.push(trace)),
    });
    const tools = new ToolCoordinator().use(tracer).register(inner);
    const outer = defineTool({
      name: 'outer',
      parameters: Type.Object({}),
      async execute(_, context) {
        seen.push(context.trace);
        return tools.execute('inner', {}, { parent: context });
      },
    });
    await tools.register(outer).execute('outer', {});
    await tools.execute('inner', {});
    expect(seen).toEqual([own, own, undefined]);
  });
});

describe('the grant of the approve phase', () => {
  it('is visible to middlewares between it and the handler, and to nobody before it', async () => {
    const seen: unknown[] = [];
    const look = (phase: 'guard' | 'around'): ToolMiddleware => ({
      name: phase,
      phase,
      execute(params, { approval }, next) {
        seen.push([phase, approval.grant]);
        return next(params);
      },
    });
    const approver: ToolMiddleware = {
      name: 'approver',
      phase: 'approve',
      execute: (params, _, next) => next(params, { by: 'policy:a', rule: 'r' }),
    };
    const tools = new ToolCoordinator().use([look('guard'), look('around'), approver]).register(hello);
    await tools.execute('hello', {});
    expect(seen).toEqual([
      ['guard', undefined],
      ['around', { by: 'policy:a', rule: 'r' }],
    ]);
  });
});
