import { setTimeout } from 'node:timers/promises';
import { approval } from '@ku0/agent-runtime-tools-approval';
import {
  ToolCoordinator,
  Type,
  defineTool,
  ok,
  type AnyActivityEvent,
  type ToolMiddleware,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { Agents, TodoLists, taskPack, type AgentRequest, type AgentsOptions } from '../../src/index.ts';

const read = defineTool({ name: 'read', parameters: Type.Object({}), execute: async () => ok('text') });
const write = defineTool({
  name: 'write',
  parameters: Type.Object({}),
  capabilities: { writesFiles: true },
  requiresApproval: true,
  execute: async (_, { principal }) => ok(`written for ${principal?.id}`),
});

type Run = (request: AgentRequest) => Promise<string>;

function setUp(run: Run, options: Omit<AgentsOptions, 'runner'> = {}) {
  const asked: string[] = [];
  const hooked: string[] = [];
  const agents = new Agents({ ...options, runner: { run: async (request) => ({ result: await run(request) }) } });
  const todos = new TodoLists();
  const hook: ToolMiddleware = {
    name: 'seen',
    phase: 'hook',
    execute(params, context, next) {
      hooked.push(context.tool.name);
      return next(params);
    },
  };
  const ask = ({ tool }: { tool: string }) => {
    asked.push(tool);
    return { approved: true, scope: 'session' } as const;
  };
  const tools = new ToolCoordinator({ services: { agents, todos } })
    .use(hook)
    .use(approval({ ask }))
    .registerPack(taskPack())
    .register(read)
    .register(write);
  return { tools, agents, todos, asked, hooked };
}

const codeOf = (result: ToolResult): string => (result.ok ? 'ok' : result.error.code);

describe('a sub-agent', () => {
  it('works in a task of its own for the same principal, and its report is the value', async () => {
    const { tools } = setUp(async ({ tools: own, taskId, prompt, depth }) => {
      const written = await own.execute('write', {});
      return `${prompt} ${depth} ${taskId.startsWith('t/agent-')} ${written.ok && String(written.value)}`;
    });
    const result = await tools.execute('agent', { prompt: 'go' }, { taskId: 't', principal: { id: 'ann' } });
    expect(result).toMatchObject({ ok: true, value: { result: 'go 1 true written for ann', completed: true } });
  });

  it('has the hooks and approvals of its parent', async () => {
    const { tools, asked, hooked } = setUp(async ({ tools: own }) => codeOf(await own.execute('write', {})));
    await tools.execute('write', {}, { taskId: 't' });
    expect(await tools.execute('agent', { prompt: 'x' }, { taskId: 't' })).toMatchObject({ value: { result: 'ok' } });
    expect(asked).toEqual(['write']);
    expect(hooked).toEqual(['write', 'agent', 'write']);
  });

  it('works in the mode of its parent, and cannot leave it', async () => {
    const { tools } = setUp(async ({ tools: own }) =>
      [codeOf(await own.execute('write', {})), own.has('switch_mode')].join(' '),
    );
    tools.setMode('t', 'plan');
    expect(await tools.execute('agent', { prompt: 'x' }, { taskId: 't' })).toMatchObject({
      value: { result: 'MODE_RESTRICTED false' },
    });
  });

  it('makes its calls in its own task, whatever task it names', async () => {
    const { tools, todos } = setUp(async ({ tools: own, taskId }) => {
      await own.execute('todo_write', { todos: '[ ] mine' }, { taskId: 't', principal: { id: 'ben' } });
      return String(todos.get({ taskId, principal: { id: 'ann' } }).length);
    });
    const result = await tools.execute('agent', { prompt: 'x' }, { taskId: 't', principal: { id: 'ann' } });
    expect(result).toMatchObject({ value: { result: '1' } });
    expect(todos.get({ taskId: 't', principal: { id: 'ben' } })).toEqual([]);
  });

  it('has the named tools, and one that it starts has no others', async () => {
    const seen: string[][] = [];
    const { tools } = setUp(async ({ tools: own, depth }) => {
      seen.push(own.getNames());
      if (depth > 1) return codeOf(await own.execute('write', {}));
      const more = await own.execute('agent', { prompt: 'more', tools: ['read', 'write'] });
      const same = await own.execute('agent', { prompt: 'same' });
      return `${codeOf(more)} ${same.ok && JSON.stringify(same.value)}`;
    });
    const result = await tools.execute('agent', { prompt: 'x', tools: ['read', 'agent', 'pack:nothing'] });
    expect(seen).toEqual([['agent', 'read'], ['read']]);
    expect(result).toMatchObject({ ok: true, value: { result: expect.stringContaining('UNKNOWN_AGENT_TOOLS') } });
    expect(result).toMatchObject({ value: { result: expect.stringContaining('TOOL_NOT_FOUND') } });
  });

  it('cannot be nested more deeply than allowed', async () => {
    const depths: number[] = [];
    const { tools } = setUp(
      async ({ tools: own, depth }) => {
        depths.push(depth);
        return own.has('agent') ? codeOf(await own.execute('agent', { prompt: 'deeper' })) : 'none';
      },
      { maxDepth: 3 },
    );
    expect(await tools.execute('agent', { prompt: 'x' })).toMatchObject({ ok: true });
    expect(depths).toEqual([1, 2, 3]);
  });

  it('is refused at a greater depth, also if its runner goes past its own tools', async () => {
    const set = setUp(
      async ({ taskId }) => codeOf(await set.tools.execute('agent', { prompt: 'deeper' }, { taskId })),
      { maxDepth: 1 },
    );
    expect(await set.tools.execute('agent', { prompt: 'x' })).toMatchObject({ value: { result: 'AGENT_DEPTH' } });
  });

  it('may take longer than the time limit of other tools', async () => {
    const runner = { run: async () => setTimeout(120, { result: 'done' }) };
    const tools = new ToolCoordinator({ limits: { timeoutMs: 20 } }).registerPack(taskPack({ runner }));
    expect(await tools.execute('agent', { prompt: 'x' })).toMatchObject({ ok: true });
  });

  it('has no task any more when it was stopped, even if its runner goes on', async () => {
    const release = Promise.withResolvers<void>();
    const started = Promise.withResolvers<string>();
    const { tools, todos } = setUp(async ({ tools: own, taskId }) => {
      await own.execute('todo_write', { todos: '[ ] a' });
      started.resolve(taskId);
      await release.promise;
      return 'late';
    });
    const pending = tools.execute('agent', { prompt: 'x' }, { taskId: 't' });
    const child = await started.promise;
    tools.cancelTask('t');
    expect(codeOf(await pending)).toBe('CANCELLED');
    expect(todos.get({ taskId: child })).toEqual([]);
    release.resolve();
  });

  it('shares one budget with its parent and its siblings', async () => {
    const { tools, agents } = setUp(
      async ({ budget }) => {
        let turns = 0;
        while (budget.takeTurn()) {
          budget.addTokens(10);
          turns++;
        }
        return `${turns}`;
      },
      { budget: { turns: 10, tokens: 1000 }, maxTurns: 5 },
    );
    const main = agents.budgetOf({ taskId: 't' });
    expect(main.takeTurn()).toBe(true);
    const run = (maxTurns?: number) =>
      tools.execute('agent', { prompt: 'x', ...(maxTurns !== undefined && { maxTurns }) }, { taskId: 't' });
    expect(await run(3)).toMatchObject({ value: { result: '3', turns: 3, tokens: 30 } });
    expect(await run(500)).toMatchObject({ value: { result: '5' } });
    expect(await run()).toMatchObject({ value: { result: '1' } });
    expect(codeOf(await run())).toBe('BUDGET_EXHAUSTED');
    expect([main.turns, main.tokens]).toEqual([10, 90]);
    expect(await tools.execute('agent', { prompt: 'x' }, { taskId: 'other' })).toMatchObject({ ok: true });
  });

  it('is one of a limited number that run at once', async () => {
    const release = Promise.withResolvers<void>();
    const { tools } = setUp(
      async () => {
        await release.promise;
        return 'done';
      },
      { maxRunning: 2 },
    );
    const runs = [1, 2, 3].map(() => tools.execute('agent', { prompt: 'x' }, { taskId: 't' }));
    expect(await Promise.race(runs)).toMatchObject({ error: { code: 'TOO_MANY_AGENTS' } });
    release.resolve();
    expect((await Promise.all(runs)).map(codeOf).sort()).toEqual(['TOO_MANY_AGENTS', 'ok', 'ok']);
    expect(await tools.execute('agent', { prompt: 'x' }, { taskId: 't' })).toMatchObject({ ok: true });
  });

  it('stops with its parent, and so do its calls, even if the runner does not listen', async () => {
    const calls: Promise<ToolResult>[] = [];
    const slow = defineTool({
      name: 'slow',
      parameters: Type.Object({}),
      execute: async (_, { signal }) => ok(await setTimeout(60_000, 'late', { signal })),
    });
    const { tools } = setUp(async ({ tools: own }) => {
      calls.push(own.execute('slow', {}));
      await setTimeout(3000);
      return 'ignored it';
    });
    tools.register(slow);
    const pending = tools.execute('agent', { prompt: 'x' }, { taskId: 't' });
    while (calls.length === 0) await setTimeout(5);
    tools.cancelTask('t');
    expect(codeOf(await pending)).toBe('CANCELLED');
    expect((await Promise.all(calls)).map(codeOf)).toEqual(['CANCELLED']);
  });

  it('leaves nothing behind: its task ends with it, also when it fails', async () => {
    const ended: string[] = [];
    const { tools, todos } = setUp(async ({ tools: own, taskId, prompt }) => {
      await own.execute('todo_write', { todos: '[ ] a' });
      ended.push(taskId);
      if (prompt === 'fail') throw new Error('no \u001b[31mmodel');
      return '';
    });
    await tools.execute('agent', { prompt: 'work' });
    expect(await tools.execute('agent', { prompt: 'fail' })).toMatchObject({
      ok: false,
      error: { code: 'AGENT_FAILED', message: expect.not.stringContaining('\u001b') },
    });
    expect(ended.map((taskId) => todos.get({ taskId }))).toEqual([[], []]);
  });

  it('is not refused for the rejection of an earlier turn of its own', async () => {
    const answers = [false, true];
    const agents = new Agents({
      runner: {
        async run({ tools: own }) {
          const first = codeOf(await own.execute('write', {}));
          own.beginTurn();
          return { result: `${first} ${codeOf(await own.execute('write', {}))}`, completed: false };
        },
      },
    });
    const tools = new ToolCoordinator({ services: { agents } })
      .use(approval({ ask: () => (answers.shift() === true ? { approved: true } : { approved: false }) }))
      .registerPack(taskPack())
      .register(write);
    const turnId = tools.beginTurn({ taskId: 't' });
    const result = await tools.execute('agent', { prompt: 'x' }, { taskId: 't', turnId });
    expect(result).toMatchObject({ ok: true, value: { result: 'APPROVAL_DENIED ok', completed: false } });
    expect(tools.toModelOutput(result)).toMatchObject([
      { text: expect.stringContaining('stopped before it was done') },
    ]);
  });

  it('publishes its start and its end with the call that started it', async () => {
    const { tools } = setUp(async () => 'done');
    const events: AnyActivityEvent[] = [];
    tools.activity.subscribe('agent_start', (event) => events.push(event));
    tools.activity.subscribe('agent_end', (event) => events.push(event));
    await tools.execute('agent', { prompt: 'x', description: 'a word' }, { taskId: 't' });
    const agentTaskId = expect.stringMatching(/^t\/agent-/);
    expect(events.map(({ type, taskId, data }) => ({ type, taskId, ...data }))).toEqual([
      { type: 'agent_start', taskId: 't', agentTaskId, depth: 1, prompt: 'x', description: 'a word' },
      { type: 'agent_end', taskId: 't', agentTaskId, completed: true, turns: 0, tokens: 0 },
    ]);
  });

  it('needs a runner', async () => {
    const tools = new ToolCoordinator().registerPack(taskPack());
    expect(codeOf(await tools.execute('agent', { prompt: 'x' }))).toBe('AGENTS_NOT_CONFIGURED');
    expect(() => taskPack({ maxDepth: 0 })).toThrow(TypeError);
  });
});
