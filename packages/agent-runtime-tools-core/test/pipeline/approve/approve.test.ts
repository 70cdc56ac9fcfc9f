import { describe, expect, it, vi } from 'vitest';
import { ToolCoordinator, coreErrors, fail, ok, type ToolMiddleware } from '../../../src/index.ts';
import { readFile, writeFileTool } from '../../sample-tools.ts';

const PARAMS = { path: 'a.txt', content: 'x' };
const grantAll: ToolMiddleware = {
  name: 'grant-all',
  phase: 'approve',
  execute: (params, _, next) => next(params, { by: 'policy:all' }),
};

describe('approval', () => {
  it('is denied when no approver is installed', async () => {
    const written: unknown[] = [];
    const tools = new ToolCoordinator().register(writeFileTool(written as never));
    expect(await tools.execute('write_file', PARAMS)).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED', message: expect.stringContaining('no middleware of the phase "approve"') },
      metadata: { attempts: 0 },
    });
    expect(written).toEqual([]);
  });

  it('lets a granted call run with exactly the granted, frozen parameters', async () => {
    const written: object[] = [];
    const tools = new ToolCoordinator().register(writeFileTool(written as never)).use(grantAll);
    expect((await tools.execute('write_file', PARAMS)).ok).toBe(true);
    expect(written).toEqual([PARAMS]);
    expect(Object.isFrozen(written[0])).toBe(true);
  });

  it('is not given by an approver that calls next without a grant', async () => {
    const tools = new ToolCoordinator()
      .register(writeFileTool())
      .use({ name: 'shrug', phase: 'approve', execute: (params, _, next) => next(params) });
    expect(await tools.execute('write_file', PARAMS)).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
  });

  it.each(['observe', 'guard', 'hook', 'around'] as const)('cannot be granted from the %s phase', async (phase) => {
    const tools = new ToolCoordinator()
      .register(writeFileTool())
      .use({ name: 'usurper', phase, execute: (params, _, next) => next(params, { by: 'me' }) });
    expect(await tools.execute('write_file', PARAMS)).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
  });

  it('does not cover parameters rewritten after it', async () => {
    const written: unknown[] = [];
    const tools = new ToolCoordinator()
      .register(writeFileTool(written as never))
      .use(grantAll)
      .use({ name: 'swap', execute: (params, _, next) => next({ ...(params as object), path: 'elsewhere' }) });
    expect(await tools.execute('write_file', PARAMS)).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
    expect(written).toEqual([]);
  });

  it('requires that the approver has seen the parameters, for any tool', async () => {
    const tools = new ToolCoordinator()
      .register(readFile)
      .use({ name: 'policies', phase: 'approve', execute: (params, _, next) => next(params) })
      .use({ name: 'swap', execute: (_params, _, next) => next({ path: '/etc/passwd' }) });
    expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
  });

  it('covers parameters that the approver itself changed', async () => {
    const written: unknown[] = [];
    const tools = new ToolCoordinator().register(writeFileTool(written as never)).use({
      name: 'editor',
      phase: 'approve',
      execute: (params, _, next) => next({ ...(params as object), content: 'as a person wants it' }, { by: 'person' }),
    });
    expect((await tools.execute('write_file', PARAMS)).ok).toBe(true);
    expect(written).toEqual([{ path: 'a.txt', content: 'as a person wants it' }]);
  });

  it('is used up by one execution', async () => {
    const written: unknown[] = [];
    const tools = new ToolCoordinator()
      .register(writeFileTool(written as never))
      .use(grantAll)
      .use({
        name: 'twice',
        async execute(params, _, next) {
          await next(params);
          return next(params);
        },
      });
    expect(await tools.execute('write_file', PARAMS)).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
    expect(written).toHaveLength(1);
  });

  it('is not affected by changes that the caller makes to its object meanwhile', async () => {
    const written: unknown[] = [];
    const mine = { ...PARAMS };
    const tools = new ToolCoordinator().register(writeFileTool(written as never)).use({
      name: 'slow',
      phase: 'approve',
      async execute(params, _, next) {
        mine.path = '/etc/passwd';
        await Promise.resolve();
        return next(params, { by: 'person' });
      },
    });
    await tools.execute('write_file', mine);
    expect(written).toEqual([PARAMS]);
  });

  it('depends on the parameters if the tool decides by them, also asynchronously', async () => {
    const asked = vi.fn(async ({ path }: { path: string }) => path.endsWith('.env'));
    const tools = new ToolCoordinator().register({ ...writeFileTool(), requiresApproval: asked });
    expect((await tools.execute('write_file', PARAMS)).ok).toBe(true);
    expect(await tools.execute('write_file', { ...PARAMS, path: '.env' })).toMatchObject({
      error: { code: 'APPROVAL_REQUIRED' },
    });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is required when a middleware turns a harmless call into a harmful one', async () => {
    const tools = new ToolCoordinator()
      .register({ ...writeFileTool(), requiresApproval: ({ path }) => path === 'danger' })
      .use({ name: 'swap', execute: (params, _, next) => next({ ...(params as object), path: 'danger' }) });
    expect(await tools.execute('write_file', PARAMS)).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('?');
      },
    ],
    ['rejects', async () => Promise.reject(new Error('?'))],
    ['answers nonsense', async () => undefined as unknown as boolean],
  ])('is required when the requiresApproval of the tool %s', async (_, requiresApproval) => {
    const tools = new ToolCoordinator().register({ ...writeFileTool(), requiresApproval });
    expect(await tools.execute('write_file', PARAMS)).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
  });

  it('is visible to approvers in the context when the tool requires it', async () => {
    const seen: boolean[] = [];
    const tools = new ToolCoordinator().register(readFile).register(writeFileTool());
    tools.use({
      name: 'look',
      phase: 'approve',
      execute: (params, { approval }, next) => {
        seen.push(approval.required);
        return next(params, { by: 'test' });
      },
    });
    await tools.execute('read_file', { path: 'a' });
    await tools.execute('write_file', PARAMS);
    expect(seen).toEqual([false, true]);
  });
});

describe('a rejected turn', () => {
  const rejecting = (): ToolMiddleware => ({
    name: 'person',
    phase: 'approve',
    execute: async (params, { approval }, next) =>
      approval.required && (params as { path: string }).path === 'no'
        ? fail(coreErrors.APPROVAL_DENIED({ details: { by: 'person' } }))
        : next(params, { by: 'person' }),
  });

  it('ends its remaining calls that need approval, and no others', async () => {
    const tools = new ToolCoordinator().register(readFile).register(writeFileTool()).use(rejecting());
    tools.beginTurn({ taskId: 't' });
    expect(await tools.execute('write_file', { path: 'no', content: '' }, { taskId: 't' })).toMatchObject({
      error: { code: 'APPROVAL_DENIED' },
    });
    expect(await tools.execute('write_file', PARAMS, { taskId: 't' })).toMatchObject({
      error: { code: 'TURN_REJECTED' },
    });
    expect((await tools.execute('read_file', { path: 'a' }, { taskId: 't' })).ok).toBe(true);
    expect((await tools.execute('write_file', PARAMS, { taskId: 'other' })).ok).toBe(true);
    tools.beginTurn({ taskId: 't' });
    expect((await tools.execute('write_file', PARAMS, { taskId: 't' })).ok).toBe(true);
  });

  it('is not caused by a call outside of any turn', async () => {
    const tools = new ToolCoordinator().register(writeFileTool()).use(rejecting());
    await tools.execute('write_file', { path: 'no', content: '' });
    expect((await tools.execute('write_file', PARAMS)).ok).toBe(true);
  });

  it('is the batch itself when the host names no turn', async () => {
    const tools = new ToolCoordinator().register(writeFileTool()).use(rejecting());
    const calls = ['no', 'a', 'b'].map((path) => ({ name: 'write_file', params: { path, content: '' } }));
    expect((await tools.executeAll(calls)).map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
      'APPROVAL_DENIED',
      'TURN_REJECTED',
      'TURN_REJECTED',
    ]);
    expect((await tools.executeAll(calls.slice(1))).every((result) => result.ok)).toBe(true);
    expect((await tools.execute('write_file', PARAMS)).ok).toBe(true);
  });

  it('can be switched off', async () => {
    const tools = new ToolCoordinator({ guards: { rejectedTurn: false } }).register(writeFileTool()).use(rejecting());
    tools.beginTurn();
    await tools.execute('write_file', { path: 'no', content: '' });
    expect((await tools.execute('write_file', PARAMS)).ok).toBe(true);
  });

  it('is not caused by a policy that denies', async () => {
    const tools = new ToolCoordinator().register(writeFileTool());
    tools.use({
      name: 'policy',
      phase: 'approve',
      execute: async (params, _, next) =>
        (params as { path: string }).path === 'no'
          ? fail(coreErrors.APPROVAL_DENIED({ details: { by: 'policy:x' } }))
          : next(params, { by: 'policy:y' }),
    });
    tools.beginTurn();
    await tools.execute('write_file', { path: 'no', content: '' });
    expect((await tools.execute('write_file', PARAMS)).ok).toBe(true);
  });
});

describe('a dry run', () => {
  it('needs no approval, runs nothing and publishes nothing', async () => {
    const written: unknown[] = [];
    const events: string[] = [];
    const tools = new ToolCoordinator().register(writeFileTool(written as never));
    tools.activity.subscribe('*', (event) => void events.push(event.type));
    expect(await tools.dryRun('write_file', PARAMS)).toMatchObject({
      ok: true,
      value: { summary: 'Would write a.txt', changes: [{ kind: 'modify', target: 'a.txt' }] },
    });
    expect(written).toEqual([]);
    expect(events).toEqual([]);
    expect(tools.getStats().totalExecutions).toBe(0);
  });

  it('validates, and is empty for tools that change nothing', async () => {
    const { dryRun: _, ...blind } = writeFileTool();
    const tools = new ToolCoordinator().register(readFile).register(blind);
    expect(await tools.dryRun('write_file', {} as typeof PARAMS)).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
    expect(await tools.dryRun('write_file', PARAMS)).toMatchObject({ error: { code: 'DRY_RUN_UNSUPPORTED' } });
    expect(await tools.dryRun('read_file', { path: 'a' })).toMatchObject({ ok: true, value: { changes: [] } });
  });

  it('is limited in time like a call', async () => {
    const tools = new ToolCoordinator({ limits: { graceMs: 10 } }).register({
      ...writeFileTool(),
      dryRun: async () => new Promise(() => {}),
    });
    expect(await tools.dryRun('write_file', PARAMS, { timeoutMs: 20 })).toMatchObject({
      ok: false,
      error: { code: 'TIMEOUT' },
    });
    expect(tools.getStats().inFlight).toBe(0);
  });

  it('works in plan mode', async () => {
    const tools = new ToolCoordinator().register(writeFileTool());
    expect((await tools.dryRun('write_file', PARAMS, { mode: 'plan' })).ok).toBe(true);
    expect(ok(1).ok).toBe(true);
  });
});

describe('the time a person takes', () => {
  const slow = (answer: 'yes' | 'no'): ToolMiddleware => ({
    name: 'person',
    phase: 'approve',
    async execute(params, _, next) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return answer === 'yes'
        ? next(params, { by: 'person' })
        : fail(coreErrors.APPROVAL_DENIED({ details: { by: 'person' } }));
    },
  });

  it.each(['yes', 'no'] as const)('to say %s is waiting time, not execution time', async (answer) => {
    const tools = new ToolCoordinator().register(writeFileTool()).use(slow(answer));
    const { metadata } = await tools.execute('write_file', PARAMS);
    expect(metadata.waitedMs).toBeGreaterThan(50);
    expect(metadata.executionTimeMs).toBeLessThan(50);
  });
});

describe('an approver', () => {
  it('gets the identity of the tool and the dry run of the call', async () => {
    const tools = new ToolCoordinator().register(writeFileTool());
    const shown: string[] = [];
    tools.use({
      name: 'person',
      phase: 'approve',
      async execute(params, { approval, tool }, next) {
        const plan = await approval.dryRun(params);
        shown.push(`${tool.name} ${tool.capabilities.writesFiles} ${plan.ok ? plan.value.summary : plan.error.code}`);
        return next(params, { by: 'person' });
      },
    });
    expect((await tools.execute('write_file', PARAMS)).ok).toBe(true);
    expect(shown).toEqual(['write_file true Would write a.txt']);
    expect(tools.getStats().totalExecutions).toBe(1);
  });
});

describe('a running call', () => {
  it('is not affected by an approver that is added meanwhile', async () => {
    const tools = new ToolCoordinator().register(readFile);
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    tools.use({
      name: 'hold',
      phase: 'hook',
      async execute(params, _, next) {
        if ((params as { path: string }).path === 'first') await held;
        return next(params);
      },
    });
    const first = tools.execute('read_file', { path: 'first' });
    tools.use({ name: 'policy', phase: 'approve', execute: (params, _, next) => next(params) });
    expect((await tools.execute('read_file', { path: 'second' })).ok).toBe(true);
    goOn();
    expect((await first).ok).toBe(true);
  });
});
