import { describe, expect, it } from 'vitest';
import {
  ToolCoordinator,
  Type,
  coreErrors,
  defineTool,
  fail,
  ok,
  systemClock,
  type ExecuteOptions,
  type Owner,
  type ToolMiddleware,
} from '../src/index.ts';

const NOTHING = Type.Object({});
const alice = { principal: { id: 'alice' } };
const bob = { principal: { id: 'bob' } };

/** A coordinator with a tool that waits until it is stopped, a quick one, and one that a person rejects. */
function server(options: ConstructorParameters<typeof ToolCoordinator>[0] = {}) {
  const person: ToolMiddleware = {
    name: 'person',
    phase: 'approve',
    appliesTo: ({ name }) => name === 'send',
    execute: async (params, { principal }, next) =>
      principal?.id === 'alice'
        ? fail(coreErrors.APPROVAL_DENIED({ details: { by: 'person' } }))
        : next(params, { by: 'person' }),
  };
  const tools = new ToolCoordinator({ limits: { graceMs: 5 }, ...options })
    .use(person)
    .register(
      defineTool({
        name: 'wait',
        parameters: NOTHING,
        execute: async (_, { signal }) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          return ok(0);
        },
      }),
    )
    .register(defineTool({ name: 'quick', parameters: NOTHING, execute: async () => ok('done') }))
    .register(
      defineTool({ name: 'send', parameters: NOTHING, requiresApproval: true, execute: async () => ok('sent') }),
    );
  const code = async (name: 'quick' | 'send', more: ExecuteOptions): Promise<string> => {
    const result = await tools.execute(name, {}, more);
    return result.ok ? result.value : result.error.code;
  };
  return { tools, code };
}

describe('a principal without an id', () => {
  it.each(['ann', 7, null, {}, { id: '' }, { id: undefined }, { id: 7 }, { name: 'ann' }, []])(
    'is refused, and not taken for the nameless user: %j',
    async (principal) => {
      const { tools } = server();
      const options = { principal } as unknown as ExecuteOptions;
      const result = await tools.execute('quick', {}, options);
      expect(result).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
      expect(result.metadata.attempts).toBe(0);
      expect(await tools.dryRun('quick', {}, options)).toMatchObject({
        ok: false,
        error: { code: 'VALIDATION_ERROR' },
      });
    },
  );
});

describe('two principals with the same task and turn', () => {
  it('do not reject turns for each other', async () => {
    const { tools, code } = server();
    for (const more of [alice, bob]) tools.beginTurn({ ...more, turnId: 'turn' });
    expect(await code('send', alice)).toBe('APPROVAL_DENIED');
    expect(await code('send', alice)).toBe('TURN_REJECTED');
    expect(await code('send', bob)).toBe('sent');
    expect(await code('send', { ...bob, turnId: 'turn' })).toBe('sent');
    tools.endTurn(bob);
    expect(await code('send', alice)).toBe('TURN_REJECTED');
    tools.endTurn(alice);
    expect(await code('send', alice)).toBe('APPROVAL_DENIED');
  });

  it('are not refused for repeating the calls of the other', async () => {
    const { code } = server({ guards: { repeatedCalls: true } });
    expect(await code('quick', alice)).toBe('done');
    expect(await code('quick', bob)).toBe('done');
    expect(await code('quick', {})).toBe('done');
    expect(await code('quick', alice)).toBe('REDUNDANT_CALL');
  });

  it('do not stop each other, by call or by task', async () => {
    const { tools } = server();
    const wait = (more: ExecuteOptions) => tools.execute('wait', {}, { callId: 'call_0', taskId: 'task', ...more });
    const calls = [wait(alice), wait(bob), wait({}), wait({ taskId: 'other' })];
    expect(tools.cancelCall('call_0')).toBe(0);
    expect(tools.cancelCall('call_0', { taskId: 'task', principal: { id: 'carol' } })).toBe(0);
    expect(tools.cancelCall('call_0', { taskId: 'task', ...alice, reason: 'enough' })).toBe(1);
    expect(await calls[0]).toMatchObject({ error: { code: 'CANCELLED', message: 'The call was cancelled: enough' } });
    expect(tools.cancelTask('task', { reason: 'over' })).toBe(1);
    expect(await calls[2]).toMatchObject({ error: { message: 'The call was cancelled: over' } });
    expect(tools.cancelTask('task', bob)).toBe(1);
    expect((await calls[1])?.ok).toBe(false);
    expect(tools.cancelCall('call_0', { taskId: 'other' })).toBe(1);
    await Promise.all(calls);
  });

  it('do not cancel waiting calls of a batch of the other', async () => {
    const { tools } = server();
    const blocked = defineTool({
      name: 'blocked',
      parameters: NOTHING,
      capabilities: { writesFiles: true },
      execute: async (_, { signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return ok(0);
      },
    });
    tools.register(blocked);
    const batch = (more: ExecuteOptions) =>
      tools.executeAll(
        [
          { name: 'blocked', params: {}, callId: 'call_0' },
          { name: 'blocked', params: {}, callId: 'call_1' },
        ],
        more,
      );
    const [hers, his] = [batch(alice), batch(bob)];
    expect(tools.cancelCall('call_1', alice)).toBe(1);
    expect(tools.cancelTask('default', alice)).toBe(1);
    expect((await hers).map((result) => result.ok)).toEqual([false, false]);
    expect(tools.cancelTask('default', bob)).toBe(2);
    expect((await his).map((result) => result.ok)).toEqual([false, false]);
  });
});

describe('calls of the same id', () => {
  it('have unique keys, in contexts and events', async () => {
    const { tools } = server();
    const keys: string[] = [];
    tools.use({
      name: 'looks',
      execute: (params, { callId, callKey }, next) => {
        keys.push(`${callId} ${callKey}`);
        return next(params);
      },
    });
    const started: string[] = [];
    tools.activity.subscribe('tool_call_start', ({ callId, callKey }) => started.push(`${callId} ${callKey}`));
    for (let turn = 0; turn < 3; turn++) await tools.execute('quick', {}, { callId: 'call_0' });
    expect(new Set(keys).size).toBe(3);
    expect(started).toEqual(keys);
  });

  it('are cancelled one by one by their keys, whoever made them', async () => {
    const { tools } = server();
    const keys: string[] = [];
    tools.activity.subscribe('tool_call_start', ({ callKey }) => keys.push(callKey));
    const calls = [alice, bob].map((more) => tools.execute('wait', {}, { callId: 'call_0', ...more }));
    expect(tools.cancelCall(keys[1] ?? '')).toBe(1);
    expect((await calls[1])?.ok).toBe(false);
    expect(tools.cancelCall(keys[0] ?? '')).toBe(1);
    await calls[0];
  });

  it('stream their arguments separately, and each ends only its own', async () => {
    const seen: string[] = [];
    const tools = new ToolCoordinator().register(
      defineTool({
        name: 'show',
        parameters: Type.Object({ text: Type.String() }),
        handlePartial: async ({ params }, { principal, signal }) => {
          seen.push(`${principal?.id ?? 'nobody'}: ${params.text ?? ''}`);
          signal.addEventListener('abort', () => seen.push(`${principal?.id ?? 'nobody'} dropped`));
        },
        execute: async () => ok(1),
      }),
    );
    const piece = (delta: string, more: ExecuteOptions) =>
      tools.handlePartial({ callId: 'call_0', name: 'show', delta }, more);
    await piece('{"text":"her', alice);
    await piece('{"text":"his', bob);
    await piece('s', alice);
    expect(seen).toEqual(['alice: her', 'bob: his', 'alice: hers']);
    tools.dropPartial('call_0');
    tools.dropPartial('call_0', { ...alice, taskId: 'other' });
    expect(seen).toHaveLength(3);
    await tools.execute('show', { text: '' }, { callId: 'call_0', ...bob });
    await piece('!', alice);
    expect(seen.at(-1)).toBe('alice: hers!');
    tools.dropPartial('call_0', alice);
    expect(seen.at(-1)).toBe('alice dropped');
  });
});

describe('the end of a task', () => {
  it('ends the calls of one principal only, and passes the owner to services and middlewares', async () => {
    const ended: [string, string, Owner | undefined][] = [];
    const keeper = (name: string) => ({
      endTask: (taskId: string, owner: Owner) => void ended.push([name, taskId, owner]),
    });
    const legacy = { endTask: (taskId: string) => void ended.push(['legacy', taskId, undefined]) };
    const services = { clock: systemClock, keeper: keeper('service'), legacy };
    const { tools } = server({ services });
    tools.use({ name: 'm', execute: (params, _, next) => next(params), ...keeper('middleware') });
    const [hers, his] = [alice, bob].map((more) => tools.execute('wait', {}, { taskId: 'task', ...more }));
    await tools.endTask('task', alice);
    expect((await hers)?.ok).toBe(false);
    const owner = { principalId: 'alice', taskId: 'task' };
    expect(ended).toEqual([
      ['service', 'task', owner],
      ['legacy', 'task', undefined],
      ['middleware', 'task', owner],
    ]);
    expect(tools.getStats().inFlight).toBe(1);
    await tools.endTask('task', bob);
    expect((await his)?.ok).toBe(false);
  });

  it('drops the rejections of its turns, and no others', async () => {
    const { tools, code } = server();
    for (const taskId of ['one', 'two']) {
      tools.beginTurn({ ...alice, taskId, turnId: 'turn' });
      await code('send', { ...alice, taskId });
    }
    await tools.endTask('one');
    expect(await code('send', { ...alice, taskId: 'one' })).toBe('TURN_REJECTED');
    await tools.endTask('one', alice);
    expect(await code('send', { ...alice, taskId: 'one', turnId: 'turn' })).toBe('APPROVAL_DENIED');
    expect(await code('send', { ...alice, taskId: 'two' })).toBe('TURN_REJECTED');
  });
});

describe('streaming arguments', () => {
  it('take time linear in their length, however small their parts', async () => {
    let shown = 0;
    let last: unknown;
    const tools = new ToolCoordinator().register(
      defineTool({
        name: 'list',
        parameters: Type.Object({ items: Type.Array(Type.Integer()) }),
        handlePartial: async ({ params }) => {
          shown++;
          last = params;
        },
        execute: async () => ok(1),
      }),
    );
    const piece = (delta: string, complete = false) =>
      tools.handlePartial({ callId: 'c', name: 'list', delta, complete });
    await piece('{"items":[1');
    for (let item = 0; item < 100; item++) await piece(',2');
    expect(shown).toBe(101);
    const started = performance.now();
    for (let item = 0; item < 40_000; item++) await piece(',100');
    await piece(']}', true);
    expect(performance.now() - started).toBeLessThan(8000);
    expect(last).toMatchObject({ items: { length: 40_101 } });
    expect(shown).toBeGreaterThan(150);
  }, 60_000);
});
