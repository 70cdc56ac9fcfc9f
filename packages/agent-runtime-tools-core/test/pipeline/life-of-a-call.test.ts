import { describe, expect, it, vi } from 'vitest';
import {
  ToolCoordinator,
  ToolFailure,
  Type,
  coreErrors,
  defineTool,
  extension,
  fail,
  ok,
  type ToolMiddleware,
  type ToolPhase,
} from '../../src/index.ts';
import { readFile } from '../sample-tools.ts';

function tracer(name: string, trace: string[], more: Partial<ToolMiddleware> = {}): ToolMiddleware {
  return {
    name,
    ...more,
    async execute(params, _context, next) {
      trace.push(`> ${name}`);
      const result = await next(params);
      trace.push(`< ${name}`);
      return result;
    },
  };
}

describe('the order of a call', () => {
  it('follows the phases, whatever the order of registration', async () => {
    const trace: string[] = [];
    const phases: ToolPhase[] = ['around', 'approve', 'hook', 'guard', 'observe'];
    const tools = new ToolCoordinator().register(readFile);
    for (const phase of phases) tools.use(tracer(phase, trace, { phase }));
    await tools.execute('read_file', { path: 'a' });
    expect(trace.slice(0, 5)).toEqual(['> observe', '> guard', '> hook', '> approve', '> around']);
    expect(trace.slice(5)).toEqual(['< around', '< approve', '< hook', '< guard', '< observe']);
  });

  it('puts higher priorities further out and keeps the order of equal ones', async () => {
    const trace: string[] = [];
    const tools = new ToolCoordinator().register(readFile);
    tools
      .use(tracer('a', trace))
      .use(tracer('b', trace, { priority: 10 }))
      .use(tracer('c', trace));
    await tools.execute('read_file', { path: 'a' });
    expect(trace.slice(0, 3)).toEqual(['> b', '> a', '> c']);
  });

  it('skips a middleware that does not apply to the tool', async () => {
    const trace: string[] = [];
    const appliesTo = vi.fn((tool: { name: string }) => tool.name !== 'read_file');
    const tools = new ToolCoordinator().register(readFile).use(tracer('picky', trace, { appliesTo }));
    await tools.execute('read_file', { path: 'a' });
    await tools.execute('read_file', { path: 'b' });
    expect(trace).toEqual([]);
    expect(appliesTo).toHaveBeenCalledOnce();
  });

  it('includes a middleware that was added later from the next call on', async () => {
    const trace: string[] = [];
    const tools = new ToolCoordinator().register(readFile);
    await tools.execute('read_file', { path: 'a' });
    tools.use(tracer('late', trace));
    await tools.execute('read_file', { path: 'a' });
    expect(trace).toHaveLength(2);
  });
});

describe('a middleware', () => {
  it('may return a result in place of the handler', async () => {
    const execute = vi.fn(readFile.execute);
    const tools = new ToolCoordinator()
      .register({ ...readFile, execute })
      .use({ name: 'cache', execute: async () => ok({ content: 'cached' }) });
    expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
      ok: true,
      value: { content: 'cached' },
      metadata: { attempts: 0 },
    });
    expect(execute).not.toHaveBeenCalled();
  });

  it('that returns a value outside the output schema fails like a handler', async () => {
    const tools = new ToolCoordinator()
      .register(readFile)
      .use({ name: 'liar', execute: async () => ok({ content: 42 }) });
    expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'OUTPUT_INVALID' },
    });
  });

  it('that throws ends the call before the handler', async () => {
    const execute = vi.fn(readFile.execute);
    const tools = new ToolCoordinator().register({ ...readFile, execute });
    tools.use({
      name: 'broken',
      execute: () => {
        throw new Error('boom\u001b[2J');
      },
    });
    const result = await tools.execute('read_file', { path: 'a' });
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'MIDDLEWARE_FAILED',
        message: 'A middleware failed: boom\\u{1b}[2J',
        details: { innermostMiddleware: 'broken' },
      },
    });
    expect(execute).not.toHaveBeenCalled();
  });

  it('that rejects appears as a failed result to the middlewares around it', async () => {
    const seen: string[] = [];
    const tools = new ToolCoordinator().register(readFile);
    tools.use({
      name: 'audit',
      phase: 'observe',
      async execute(params, _context, next) {
        const result = await next(params);
        seen.push(result.ok ? 'ok' : result.error.code);
        return result;
      },
    });
    tools.use({ name: 'broken', execute: async () => Promise.reject(new Error('boom')) });
    await tools.execute('read_file', { path: 'a' });
    expect(seen).toEqual(['MIDDLEWARE_FAILED']);
  });

  it('that returns nothing fails the call', async () => {
    const forgetful = {
      name: 'forgetful',
      execute: async (params: unknown, _: unknown, next: (params: unknown) => unknown) => void next(params),
    };
    const tools = new ToolCoordinator().register(readFile).use(forgetful as unknown as ToolMiddleware);
    expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'MIDDLEWARE_FAILED' },
    });
  });

  it('may pass on other parameters, which are validated again', async () => {
    const rewrite = (params: unknown): ToolMiddleware => ({
      name: 'rewrite',
      phase: 'hook',
      execute: (_, __, next) => next(params),
    });
    const good = new ToolCoordinator().register(readFile).use(rewrite({ path: 'other', offset: '7' }));
    expect(await good.execute('read_file', { path: 'a' })).toMatchObject({
      ok: true,
      value: { content: 'other@7' },
      metadata: { repaired: [{ path: '/offset', action: 'string-to-number' }] },
    });
    const bad = new ToolCoordinator().register(readFile).use(rewrite({ path: 42 }));
    expect(await bad.execute('read_file', { path: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR' },
    });
  });

  it('cannot change the parameters it was given', async () => {
    const tools = new ToolCoordinator().register(readFile).use({
      name: 'sly',
      execute(params, _context, next) {
        (params as { path: string }).path = '/etc/passwd';
        return next(params);
      },
    });
    expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'MIDDLEWARE_FAILED' },
    });
  });

  it('may throw a ToolFailure to end the call with exactly that error', async () => {
    const tools = new ToolCoordinator().register(readFile).use({
      name: 'limit',
      phase: 'guard',
      execute: async () => Promise.reject(new ToolFailure(coreErrors.QUEUE_FULL({ message: 'enough' }))),
    });
    expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'QUEUE_FULL', message: 'enough' },
    });
  });
});

describe('an extension', () => {
  it('runs before the call and after it', async () => {
    const seen: unknown[] = [];
    const tools = new ToolCoordinator().register(readFile).use(
      extension({
        name: 'audit',
        before: (params) => void seen.push(params),
        after: (result) => void seen.push(result.ok),
      }),
    );
    expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(true);
    expect(seen).toEqual([{ path: 'a' }, true]);
  });

  it('may change parameters, end the call, or replace the result', async () => {
    const change = new ToolCoordinator()
      .register(readFile)
      .use(extension({ before: () => ({ params: { path: 'b' } }) }));
    expect(await change.execute('read_file', { path: 'a' })).toMatchObject({ value: { content: 'b@0' } });
    const end = new ToolCoordinator()
      .register(readFile)
      .use(extension({ before: () => ({ result: fail('NOT_TODAY', 'no') }) }));
    expect(await end.execute('read_file', { path: 'a' })).toMatchObject({ ok: false, error: { code: 'NOT_TODAY' } });
    const replace = new ToolCoordinator().register(readFile).use(extension({ after: () => ok({ content: 'after' }) }));
    expect(await replace.execute('read_file', { path: 'a' })).toMatchObject({ value: { content: 'after' } });
  });

  it('of higher priority wraps the others', async () => {
    const seen: string[] = [];
    const note = (name: string, priority: number) =>
      extension({ priority, before: () => void seen.push(name), after: () => void seen.push(`/${name}`) });
    await new ToolCoordinator()
      .register(readFile)
      .use(note('low', -1))
      .use(note('high', 5))
      .execute('read_file', { path: 'a' });
    expect(seen).toEqual(['high', 'low', '/low', '/high']);
  });
});

describe('the result', () => {
  it('has the identity of the call and the metadata of the handler', async () => {
    const tool = {
      ...readFile,
      version: '2.3.4',
      execute: async () => ok({ content: 'x' }, { bytesRead: 1, filesAccessed: ['a'], warnings: ['careful'] }),
    };
    const result = await new ToolCoordinator().register(tool).execute('read_file', { path: 'a' }, { callId: 'c1' });
    expect(result.metadata).toMatchObject({
      callId: 'c1',
      toolName: 'read_file',
      toolVersion: '2.3.4',
      attempts: 1,
      bytesRead: 1,
      filesAccessed: ['a'],
      warnings: ['careful'],
    });
    expect(result.metadata.executionTimeMs).toBeGreaterThanOrEqual(0);
  });

  it('is a new object, even if a handler returns the same one each time', async () => {
    const same = ok('same');
    const tools = new ToolCoordinator().register(
      defineTool({ name: 'same', parameters: Type.Object({}), execute: async () => same }),
    );
    const [a, b] = await Promise.all([tools.execute('same', {}), tools.execute('same', {})]);
    expect(a.metadata.callId).not.toBe(b.metadata.callId);
    expect(same.metadata.callId).toBe('');
  });

  it('of a handler in plain JavaScript is completed', async () => {
    const bare = {
      ...readFile,
      output: undefined,
      execute: async () => ({ ok: false, error: { code: 'X', message: 'x' } }),
    };
    const { output: _, ...tool } = bare;
    const result = await new ToolCoordinator()
      .register(tool as unknown as typeof readFile)
      .execute('read_file', { path: 'a' });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'X', kind: 'user_error', retryable: false },
      metadata: { attempts: 1 },
    });
  });

  it.each([
    ['a value outside its schema', { content: 42 }],
    [
      'a value that refers to itself',
      (() => {
        const loop: Record<string, unknown> = { content: '' };
        loop['self'] = loop;
        return loop;
      })(),
    ],
    ['a bigint', { content: '', big: 1n }],
  ])('with %s is OUTPUT_INVALID', async (_, value) => {
    const tools = new ToolCoordinator().register({
      ...readFile,
      execute: async () => ok(value as { content: string }),
    });
    expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'OUTPUT_INVALID' },
    });
  });

  it.each([undefined, null, 42, {}, { ok: true }, { ok: false }, { ok: false, error: 'x' }])(
    'that is %j is not taken for one',
    async (value) => {
      const tools = new ToolCoordinator().register({ ...readFile, execute: async () => value as never });
      expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
        ok: false,
        error: { code: 'EXECUTION_ERROR' },
      });
    },
  );

  it('of a throwing handler names the tool and keeps the stack', async () => {
    const tools = new ToolCoordinator().register({
      ...readFile,
      execute: async () => {
        throw Object.assign(new TypeError('bad'), { code: 'EBAD' });
      },
    });
    const result = await tools.execute('read_file', { path: 'a' });
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'EXECUTION_ERROR',
        message: 'read_file failed: bad',
        details: { name: 'TypeError', cause: 'EBAD' },
      },
    });
  });
});

describe('an unknown tool', () => {
  it('fails with the nearest names', async () => {
    const tools = new ToolCoordinator().register(readFile);
    const name: string = 'raed_file';
    expect(await tools.execute(name, {})).toMatchObject({
      ok: false,
      error: { code: 'TOOL_NOT_FOUND', suggestion: 'Did you mean read_file?' },
    });
  });

  it.each([undefined, null, 42, Symbol('x'), {}, Object.create(null)])(
    'named by %s never makes execute reject',
    async (name) => {
      const tools = new ToolCoordinator().register(readFile);
      expect((await tools.execute(name as string, {})).ok).toBe(false);
    },
  );
});

describe('a call within a call', () => {
  it("inherits its parent's task, folder and slot, and stops with it", async () => {
    const tools = new ToolCoordinator({ concurrency: { limit: 1 } });
    tools.register(
      defineTool({
        name: 'inner',
        parameters: Type.Object({}),
        execute: async (_, context) => ok({ task: context.taskId, cwd: context.cwd }),
      }),
    );
    tools.register(
      defineTool({
        name: 'outer',
        parameters: Type.Object({}),
        execute: async (_, context) => ok(await tools.execute('inner', {}, { parent: context })),
      }),
    );
    const result = await tools.execute('outer', {}, { taskId: 't', cwd: '/somewhere' });
    expect(result).toMatchObject({ ok: true, value: { ok: true, value: { task: 't', cwd: '/somewhere' } } });
  });

  it('is refused when it is nested too deeply', async () => {
    const tools = new ToolCoordinator({ limits: { maxDepth: 5 } });
    let deepest = 0;
    tools.register(
      defineTool({
        name: 'recurse',
        parameters: Type.Object({ depth: Type.Integer() }),
        execute: async ({ depth }, context) => {
          deepest = Math.max(deepest, depth);
          return tools.execute('recurse', { depth: depth + 1 }, { parent: context });
        },
      }),
    );
    expect(await tools.execute('recurse', { depth: 0 })).toMatchObject({
      ok: false,
      error: { code: 'RECURSION_LIMIT' },
    });
    expect(deepest).toBe(5);
  });
});
