// oxlint-disable typescript/only-throw-error, typescript/prefer-promise-reject-errors -- whatever can be thrown will be.
import { describe, expect, it } from 'vitest';
import {
  ToolCoordinator,
  Type,
  defineTool,
  fail,
  ok,
  type ToolHandler,
  type ToolMiddleware,
  type ToolPhase,
  type ToolResult,
} from '../../../src/index.ts';

const NOTHING = Type.Object({});
const wordless = {
  toString() {
    throw new Error('no words');
  },
};
const unreadable = {
  get inside(): never {
    throw new Error('not to be read');
  },
};

function throwing(): ToolResult {
  return Object.defineProperty({}, 'ok', {
    get() {
      throw new Error('no answer');
    },
  }) as ToolResult;
}

/** Readable when it is looked at first, and not when it is used. */
function fickle(): ToolResult {
  let looks = 0;
  const result = { ok: false as const, metadata: fail('X').metadata };
  return Object.defineProperty(result, 'error', {
    get() {
      if (++looks > 1) throw new Error('not again');
      return { code: 'X', message: 'x' };
    },
  }) as ToolResult;
}

/** One call to a tool of a coordinator with a single place, and one to another tool after it. */
async function tryOut(tool: Partial<ToolHandler>, middleware?: ToolMiddleware) {
  const events: string[] = [];
  const tools = new ToolCoordinator({ concurrency: { limit: 1 }, limits: { graceMs: 20 } })
    .register(defineTool({ name: 'plain', parameters: NOTHING, execute: async () => ok('plain') }))
    .register({ ...defineTool({ name: 'odd', parameters: NOTHING, execute: async () => ok(1) }), ...tool });
  if (middleware !== undefined) tools.use({ ...middleware, appliesTo: ({ name }) => name === 'odd' });
  for (const type of ['tool_call_start', 'tool_call_end'] as const)
    tools.activity.subscribe(type, () => events.push(type));
  const result = await tools.execute('odd', {});
  expect(events).toEqual(['tool_call_start', 'tool_call_end']);
  expect(await tools.execute('plain', {}, { timeoutMs: 500 })).toMatchObject({ value: 'plain' });
  expect(tools.getStats().inFlight).toBe(0);
  return result.ok ? 'ok' : result.error.code;
}

describe('a handler whose place is free again', () => {
  it.each<[string, string, () => unknown]>([
    ['rejects with what has no words', 'EXECUTION_ERROR', () => Promise.reject(wordless)],
    ['rejects with an object without a prototype', 'EXECUTION_ERROR', () => Promise.reject(Object.create(null))],
    [
      'throws what has no words',
      'EXECUTION_ERROR',
      () => {
        throw wordless;
      },
    ],
    ['gives a result that cannot be read', 'EXECUTION_ERROR', async () => throwing()],
    ['gives a result that can be read only once', 'EXECUTION_ERROR', async () => fickle()],
    ['gives an error without a message', 'EXECUTION_ERROR', async () => ({ ok: false, error: { code: 'X' } })],
    ['gives a value that cannot be read', 'OUTPUT_INVALID', async () => ok(unreadable)],
  ])('%s', async (_, code, execute) => {
    expect(await tryOut({ execute: execute as ToolHandler['execute'] })).toBe(code);
  });

  it('throws where the logger throws too', async () => {
    const broken = (): never => {
      throw new Error('disk full');
    };
    const tools = new ToolCoordinator({
      concurrency: { limit: 1 },
      limits: { graceMs: 10, timeoutMs: 10 },
      logger: { debug: broken, info: broken, warn: broken, error: broken },
    })
      .register(defineTool({ name: 'throws', parameters: NOTHING, execute: () => Promise.reject(new Error('x')) }))
      .register(defineTool({ name: 'hangs', parameters: NOTHING, execute: () => new Promise(() => {}) }));
    expect(await tools.execute('throws', {})).toMatchObject({ error: { code: 'EXECUTION_ERROR' } });
    expect(await tools.execute('hangs', {})).toMatchObject({ error: { code: 'TIMEOUT' } });
    expect(await tools.execute('throws', {})).toMatchObject({ error: { code: 'EXECUTION_ERROR' } });
  });
});

describe.each<ToolPhase>(['observe', 'guard', 'hook', 'approve', 'around'])('a middleware of the phase %s', (phase) => {
  it.each<[string, string, () => Promise<ToolResult>]>([
    ['rejects with what has no words', 'MIDDLEWARE_FAILED', () => Promise.reject(wordless)],
    [
      'throws what has no words',
      'MIDDLEWARE_FAILED',
      () => {
        throw wordless;
      },
    ],
    ['gives a result that cannot be read', 'MIDDLEWARE_FAILED', async () => throwing()],
    ['gives a value that cannot be read', 'OUTPUT_INVALID', async () => ok(unreadable)],
  ])('ends its call when it %s', async (_, code, execute) => {
    expect(await tryOut({}, { name: 'm', phase, execute })).toBe(code);
  });
});

describe('a tool that cannot answer', () => {
  it('whether its arguments will do is not executed', async () => {
    const throws = (): never => {
      throw wordless;
    };
    expect(await tryOut({ validate: throws })).toBe('VALIDATION_ERROR');
    expect(await tryOut({ validate: () => undefined as never })).toBe('VALIDATION_ERROR');
    expect(await tryOut({ validate: (async () => ({ valid: false })) as never })).toBe('VALIDATION_ERROR');
    expect(await tryOut({ requiresApproval: throws })).toBe('APPROVAL_REQUIRED');
  });

  it('what a model should read is read as its value', async () => {
    expect(await tryOut({ toModelOutput: () => 7 as never })).toBe('ok');
    expect(await tryOut({ toModelOutput: () => [null] as never })).toBe('ok');
  });
});

describe('a call', () => {
  it('has a start and an end when a view cannot say whether it has the tool', async () => {
    const types: string[] = [];
    const tools = new ToolCoordinator().register(
      defineTool({ name: 'plain', parameters: NOTHING, execute: async () => ok(1) }),
    );
    tools.activity.subscribe('*', (event) => types.push(event.type));
    const view = tools.view(() => {
      throw wordless;
    });
    expect((await view.execute('plain', {})).ok).toBe(false);
    expect(types).toEqual(['tool_call_start', 'error', 'tool_call_end']);
    expect((await view.executeAll([{ name: 'plain', params: {} }])).map((result) => result.ok)).toEqual([false]);
    expect((await view.dryRun('plain', {})).ok).toBe(false);
    await expect(view.handlePartial({ callId: 'c', name: 'plain', delta: '{' })).resolves.toBeUndefined();
  });

  it('takes null for options, as JavaScript hosts write it', async () => {
    const tools = new ToolCoordinator().register(
      defineTool({ name: 'plain', parameters: NOTHING, execute: async () => ok(1) }),
    );
    expect((await tools.execute('plain', {}, null as never)).ok).toBe(true);
    expect((await tools.execute('plain', {}, { signal: null as never })).ok).toBe(true);
  });

  it('keeps an error whose details are no JSON, without them', async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle['same'] = circle;
    const tools = new ToolCoordinator().register(
      defineTool({ name: 'odd', parameters: NOTHING, execute: async () => fail('X', 'no', { details: circle }) }),
    );
    const result = await tools.execute('odd', {});
    expect(result).toMatchObject({ error: { code: 'X', message: 'no' } });
    expect(JSON.stringify(result)).toContain('refers to itself');
  });
});

describe('arguments that cannot be read', () => {
  const echo = defineTool({
    name: 'echo',
    parameters: Type.Object({ a: Type.Optional(Type.Any()) }),
    execute: async (params) => ok(params),
  });

  it.each<[what: string, sent: unknown]>([
    ['at their root', unreadable],
    ['further in', { a: [unreadable] }],
  ])('%s are refused, with the reason', async (_, sent) => {
    const tools: ToolCoordinator = new ToolCoordinator().register(echo);
    expect(await tools.execute('echo', sent)).toMatchObject({
      ok: false,
      error: {
        code: 'VALIDATION_ERROR',
        message: 'echo: the arguments could not be read: not to be read.',
        details: { faults: [{ parameter: '' }] },
      },
    });
  });

  it('differ from those that are not JSON, of which the place is told', async () => {
    const tools: ToolCoordinator = new ToolCoordinator().register(echo);
    expect(await tools.execute('echo', { a: [1n] })).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        message: 'echo: a/0: is a bigint, which is not JSON.',
        details: { faults: [{ parameter: '/a/0' }] },
      },
    });
  });
});
