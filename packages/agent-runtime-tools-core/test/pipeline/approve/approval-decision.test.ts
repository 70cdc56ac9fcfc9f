import { describe, expect, it } from 'vitest';
import {
  ToolCoordinator,
  Type,
  coreErrors,
  defineTool,
  fail,
  ok,
  type ActivityEventData,
  type ToolMiddleware,
} from '../../../src/index.ts';

const free = defineTool({ name: 'free', parameters: Type.Object({}), execute: async () => ok('free') });
const guarded = defineTool({
  name: 'guarded',
  parameters: Type.Object({}),
  requiresApproval: true,
  execute: async () => ok('guarded'),
});

function approver(execute: ToolMiddleware['execute']): ToolMiddleware {
  return { name: 'gate', phase: 'approve', execute };
}

function decisionsOf(tools: Pick<ToolCoordinator, 'activity'>): ActivityEventData['approval_decided'][] {
  const decisions: ActivityEventData['approval_decided'][] = [];
  tools.activity.subscribe('approval_decided', ({ data }) => decisions.push(data));
  return decisions;
}

describe('the decision of the approve phase', () => {
  it('is published once, with the data of the grant, and is in the metadata', async () => {
    const grant = { by: 'policy:reads', policy: 'reads', rule: 'Read(src/**)', reason: 'it only reads' };
    const tools = new ToolCoordinator().use(approver((params, _, next) => next(params, grant))).register(guarded);
    const decisions = decisionsOf(tools);
    const { metadata } = await tools.execute('guarded', {});
    expect(decisions).toEqual([{ toolName: 'guarded', approved: true, ...grant }]);
    expect(metadata.approval).toEqual({ approved: true, ...grant });
  });

  it('includes how long a person took', async () => {
    let now = 1000;
    const clock = { now: () => now, schedule: () => () => {} };
    const tools = new ToolCoordinator({ services: { clock } })
      .use(
        approver(async (params, _, next) => {
          await Promise.resolve();
          now += 5000;
          return next(params, { by: 'person' });
        }),
      )
      .register(guarded);
    const { metadata } = await tools.execute('guarded', {});
    expect(metadata).toMatchObject({
      approval: { approved: true, by: 'person', waitedMs: 5000 },
      approvalWaitMs: 5000,
      waitedMs: 5000,
      executionTimeMs: 0,
    });
    expect(metadata).not.toHaveProperty('queuedMs');
  });

  it('of a denial includes who denied it, why and by which rule', async () => {
    const error = coreErrors.APPROVAL_DENIED({ message: 'Not here.', details: { by: 'person', rule: 'Bash(rm *)' } });
    const tools = new ToolCoordinator().use(approver(async () => fail(error))).register(guarded);
    const decisions = decisionsOf(tools);
    const { metadata } = await tools.execute('guarded', {});
    const decision = { approved: false, by: 'person', rule: 'Bash(rm *)', reason: 'Not here.' };
    expect(decisions).toMatchObject([{ toolName: 'guarded', ...decision }]);
    expect(metadata.approval).toMatchObject(decision);
  });

  it("of a denial is the approver's, whatever a hook around it returns", async () => {
    const tools = new ToolCoordinator()
      .use(approver(async () => fail('APPROVAL_DENIED', 'Not here.')))
      .use({
        name: 'hook',
        phase: 'hook',
        async execute(params, _, next) {
          await next(params);
          return fail('EXECUTION_ERROR', 'Something else.');
        },
      })
      .register(guarded);
    const decisions = decisionsOf(tools);
    const result = await tools.execute('guarded', {});
    expect(result).toMatchObject({ error: { message: 'Something else.' } });
    expect(decisions).toMatchObject([{ approved: false, by: 'gate', reason: 'Not here.' }]);
    expect(result.metadata.approval).toMatchObject({ approved: false, by: 'gate', reason: 'Not here.' });
  });

  it('is published again when a hook calls next again', async () => {
    let asked = 0;
    const tools = new ToolCoordinator()
      .use(
        approver(async (params, _, next) =>
          ++asked === 1 ? fail('APPROVAL_DENIED', 'Not yet.') : next(params, { by: 'person' }),
        ),
      )
      .use({
        name: 'hook',
        phase: 'hook',
        async execute(params, _, next) {
          await next(params);
          return next(params);
        },
      })
      .register(guarded);
    const decisions = decisionsOf(tools);
    const result = await tools.execute('guarded', {});
    expect(result).toMatchObject({ value: 'guarded', metadata: { approval: { approved: true, by: 'person' } } });
    expect(decisions).toMatchObject([
      { approved: false, by: 'gate', reason: 'Not yet.' },
      { approved: true, by: 'person' },
    ]);
  });

  it('is "not-required" when an approver passes on a call that needs no grant', async () => {
    const tools = new ToolCoordinator().use(approver((params, _, next) => next(params))).register(free);
    const decisions = decisionsOf(tools);
    expect((await tools.execute('free', {})).metadata.approval).toEqual({ approved: true, by: 'not-required' });
    expect(decisions).toHaveLength(1);
  });

  it("is core's own when there is no approver, and when an approver passes on a call without the grant it needs", async () => {
    for (const middlewares of [[], [approver((params, _, next) => next(params))]]) {
      const tools = new ToolCoordinator().use(middlewares).register(guarded);
      const decisions = decisionsOf(tools);
      const { metadata } = await tools.execute('guarded', {});
      expect(metadata.approval).toMatchObject({ approved: false, by: 'core' });
      expect(decisions).toHaveLength(1);
    }
  });

  it("is core's own when the task goes into plan mode while somebody decides, whatever else applies to the tool", async () => {
    const around: ToolMiddleware = { name: 'around', execute: (params, _, next) => next(params) };
    for (const more of [[], [around]]) {
      const tools = new ToolCoordinator()
        .use(
          approver(async (params, _, next) => {
            await Promise.resolve();
            tools.setMode('t', 'plan');
            return next(params, { by: 'person' });
          }),
        )
        .use(more)
        .register({ ...guarded, capabilities: { ...guarded.capabilities, writesFiles: true } });
      const decisions = decisionsOf(tools);
      const result = await tools.execute('guarded', {}, { taskId: 't' });
      expect(result).toMatchObject({ ok: false, error: { code: 'MODE_RESTRICTED' } });
      expect(decisions).toMatchObject([{ approved: false, by: 'core', reason: expect.stringContaining('plan') }]);
    }
  });

  it("is core's own when a person rejects the turn while an approved call of a batch waits", async () => {
    const tools = new ToolCoordinator()
      .use({
        name: 'gate',
        phase: 'approve',
        judgesAhead: true,
        async execute(params, { callId, batch }, next) {
          if (callId === 'second') return next(params, { by: 'session' });
          await batch?.allJudged();
          return fail(coreErrors.APPROVAL_DENIED({ details: { by: 'person' } }));
        },
      })
      .register({ ...guarded, resources: () => [{ key: 'one', access: 'write' }] });
    const decisions = decisionsOf(tools);
    const [, second] = await tools.executeAll([
      { callId: 'first', name: 'guarded', params: {} },
      { callId: 'second', name: 'guarded', params: {} },
    ]);
    expect(second).toMatchObject({ error: { code: 'TURN_REJECTED' }, metadata: { approval: { by: 'core' } } });
    expect(decisions).toMatchObject([
      { approved: false, by: 'person' },
      { approved: false, by: 'core' },
    ]);
  });

  it('is a denial when an approver throws, synchronously or later', async () => {
    const throwing = [
      approver(() => {
        throw new Error('broken');
      }),
      approver(() => Promise.reject(new Error('broken'))),
    ];
    for (const middleware of throwing) {
      const tools = new ToolCoordinator().use(middleware).register(free);
      const decisions = decisionsOf(tools);
      const { metadata } = await tools.execute('free', {});
      expect(decisions).toMatchObject([{ approved: false, by: 'gate' }]);
      expect(metadata.approval).toMatchObject({ approved: false, by: 'gate' });
    }
  });

  it('is published when a middleware further in returns a result in place of the tool', async () => {
    const tools = new ToolCoordinator()
      .use(approver((params, _, next) => next(params, { by: 'person' })))
      .use({ name: 'cache', execute: async () => ok('from the cache') })
      .register(guarded);
    const decisions = decisionsOf(tools);
    expect((await tools.execute('guarded', {})).metadata.approval).toEqual({ approved: true, by: 'person' });
    expect(decisions).toHaveLength(1);
  });

  it('is published once when a middleware further in calls next twice', async () => {
    const tools = new ToolCoordinator()
      .use(approver((params, _, next) => next(params)))
      .use({
        name: 'twice',
        execute: async (params, _, next) => {
          await next(params);
          return next(params);
        },
      })
      .register(free);
    const decisions = decisionsOf(tools);
    await tools.execute('free', {});
    expect(decisions).toHaveLength(1);
  });

  it('is not published for calls without an approve phase', async () => {
    const tools = new ToolCoordinator().register(free);
    const decisions = decisionsOf(tools);
    expect((await tools.execute('free', {})).metadata).not.toHaveProperty('approval');
    expect(decisions).toEqual([]);
  });

  it('cannot be published by a handler', async () => {
    const liar = defineTool({
      name: 'liar',
      parameters: Type.Object({}),
      async execute(_, { publish }) {
        publish('approval_decided', { toolName: 'liar', approved: true, by: 'person' });
        return ok('done');
      },
    });
    const tools = new ToolCoordinator().register(liar);
    const decisions = decisionsOf(tools);
    await tools.execute('liar', {});
    expect(decisions).toEqual([]);
  });
});
