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
const withoutMessage = {
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

/** A result that can be read the first time and throws the next time. */
function readableOnce(): ToolResult {
  let looks = 0;
  const result = { ok: false as const, metadata: fail('X').metadata };
  return Object.defineProperty(result, 'error', {
    get() {
      if (++looks > 1) throw new Error('not again');
      return { code: 'X', message: 'x' };
    },
  }) as ToolResult;
}

/** Calls the tool on a coordinator with a single slot, and then another tool, which needs the slot to be free. */
async function callThenCallAnother(tool: Partial<ToolHandler>, middleware?: ToolMiddleware) {
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

describe('the slot is free again after a handler that', () => {
  it.each<[string, string, () => unknown]>([
    ['rejects with a value that has no message', 'EXECUTION_ERROR', () => Promise.reject(withoutMessage)],
    ['rejects with an object without a prototype', 'EXECUTION_ERROR', () => Promise.reject(Object.create(null))],
    [
      'throws a value that has no message',
      'EXECUTION_ERROR',
      () => {
        throw withoutMessage;
      },
    ],
    ['returns a result that cannot be read', 'EXECUTION_ERROR', async () => throwing()],
    ['returns a result that can be read only once', 'EXECUTION_ERROR', async () => readableOnce()],
    ['returns an error without a message', 'EXECUTION_ERROR', async () => ({ ok: false, error: { code: 'X' } })],
    ['returns a value that cannot be read', 'OUTPUT_INVALID', async () => ok(unreadable)],
  ])('%s', async (_, code, execute) => {
    expect(await callThenCallAnother({ execute: execute as ToolHandler['execute'] })).toBe(code);
  });

  it('throws while the logger throws too', async () => {
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
    ['rejects with a value that has no message', 'MIDDLEWARE_FAILED', () => Promise.reject(withoutMessage)],
    [
      'throws a value that has no message',
      'MIDDLEWARE_FAILED',
      () => {
        throw withoutMessage;
      },
    ],
    ['returns a result that cannot be read', 'MIDDLEWARE_FAILED', async () => throwing()],
    ['returns a value that cannot be read', 'OUTPUT_INVALID', async () => ok(unreadable)],
  ])('ends its call when it %s', async (_, code, execute) => {
    expect(await callThenCallAnother({}, { name: 'm', phase, execute })).toBe(code);
  });
});

describe('a tool that cannot answer', () => {
  it('whether its arguments are valid is not executed', async () => {
    const throws = (): never => {
      throw withoutMessage;
    };
    expect(await callThenCallAnother({ validate: throws })).toBe('VALIDATION_ERROR');
    expect(await callThenCallAnother({ validate: () => undefined as never })).toBe('VALIDATION_ERROR');
    expect(await callThenCallAnother({ validate: (async () => ({ valid: false })) as never })).toBe('VALIDATION_ERROR');
    expect(await callThenCallAnother({ requiresApproval: throws })).toBe('APPROVAL_REQUIRED');
  });

  it('what a model should read is shown as its plain value', async () => {
    expect(await callThenCallAnother({ toModelOutput: () => 7 as never })).toBe('ok');
    expect(await callThenCallAnother({ toModelOutput: () => [null] as never })).toBe('ok');
  });
});

describe('a call', () => {
  it('has a start and an end even if the filter of a view throws', async () => {
    const types: string[] = [];
    const tools = new ToolCoordinator().register(
      defineTool({ name: 'plain', parameters: NOTHING, execute: async () => ok(1) }),
    );
    tools.activity.subscribe('*', (event) => types.push(event.type));
    const view = tools.view(() => {
      throw withoutMessage;
    });
    expect((await view.execute('plain', {})).ok).toBe(false);
    expect(types).toEqual(['tool_call_start', 'error', 'tool_call_end']);
    expect((await view.executeAll([{ name: 'plain', params: {} }])).map((result) => result.ok)).toEqual([false]);
    expect((await view.dryRun('plain', {})).ok).toBe(false);
    await expect(view.handlePartial({ callId: 'c', name: 'plain', delta: '{' })).resolves.toBeUndefined();
  });

  it('accepts null as options', async () => {
    const tools = new ToolCoordinator().register(
      defineTool({ name: 'plain', parameters: NOTHING, execute: async () => ok(1) }),
    );
    expect((await tools.execute('plain', {}, null as never)).ok).toBe(true);
    expect((await tools.execute('plain', {}, { signal: null as never })).ok).toBe(true);
  });

  it('keeps an error whose details are not JSON, without the details', async () => {
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

  it('have another message than arguments that are not JSON, which names the place', async () => {
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
