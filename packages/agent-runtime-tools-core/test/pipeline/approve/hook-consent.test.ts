import { describe, expect, it } from 'vitest';
import { ToolCoordinator, coreErrors, fail, type ApprovalState, type ToolMiddleware } from '../../../src/index.ts';
import { readFile, writeFileTool } from '../../sample-tools.ts';

const demanding: ToolMiddleware = {
  name: 'demanding',
  phase: 'hook',
  execute(params, context, next) {
    context.approval.require('a hook wants a person to look');
    return next(params);
  },
};

/** Records the approval state that it finds, and grants or not. */
function approver(seen: ApprovalState[], grants: boolean): ToolMiddleware {
  return {
    name: 'approver',
    phase: 'approve',
    execute(params, context, next) {
      seen.push(context.approval);
      return grants ? next(params, { by: 'person' }) : next(params);
    },
  };
}

describe('a demand for approval', () => {
  it('denies a call of a tool that needs no approval when there is no approver', async () => {
    const tools = new ToolCoordinator().register(readFile).use(demanding);
    expect(await tools.execute('read_file', { path: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
      metadata: { attempts: 0 },
    });
  });

  it('reaches the approver with its reason, and requires a grant', async () => {
    const seen: ApprovalState[] = [];
    const tools = new ToolCoordinator().register(readFile).use(demanding);
    expect((await tools.use(approver(seen, true)).execute('read_file', { path: 'a' })).ok).toBe(true);
    expect(seen).toMatchObject([{ required: true, demanded: 'a hook wants a person to look' }]);

    const lenient = new ToolCoordinator().register(readFile).use(demanding).use(approver([], false));
    expect(await lenient.execute('read_file', { path: 'a' })).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
  });

  it('of several hooks is one demand with all their reasons', async () => {
    const seen: ApprovalState[] = [];
    const tools = new ToolCoordinator().register(readFile).use([demanding, demanding]).use(approver(seen, true));
    await tools.execute('read_file', { path: 'a' });
    expect(seen[0]?.demanded?.split('\n')).toHaveLength(2);
  });

  it('is refused in a turn that a person has rejected', async () => {
    const tools = new ToolCoordinator()
      .register(readFile)
      .use(demanding)
      .use({
        name: 'no',
        phase: 'approve',
        execute: async () => fail(coreErrors.APPROVAL_DENIED({ details: { by: 'person' } })),
      });
    const turn = { taskId: 't', turnId: 'one' };
    expect(await tools.execute('read_file', { path: 'a' }, turn)).toMatchObject({ error: { code: 'APPROVAL_DENIED' } });
    expect(await tools.execute('read_file', { path: 'b' }, turn)).toMatchObject({ error: { code: 'TURN_REJECTED' } });
  });

  it('does not outlive its call', async () => {
    let first = true;
    const once: ToolMiddleware = {
      name: 'once',
      phase: 'hook',
      execute(params, context, next) {
        if (first) context.approval.require('the first time');
        first = false;
        return next(params);
      },
    };
    const tools = new ToolCoordinator().register(readFile).use(once);
    expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(false);
    expect((await tools.execute('read_file', { path: 'a' })).ok).toBe(true);
  });
});

describe("a hook's advice", () => {
  const advising: ToolMiddleware = {
    name: 'advising',
    phase: 'hook',
    execute: (params, _, next) => next(params, { by: 'hook:advising' }),
  };
  const rewriting: ToolMiddleware = {
    name: 'rewriting',
    phase: 'hook',
    execute: (_params, _, next) => next({ path: 'elsewhere', content: '' }),
  };
  const params = { path: 'a', content: '' };

  it('is shown to the approver and grants nothing by itself', async () => {
    const seen: ApprovalState[] = [];
    const tools = new ToolCoordinator().register(writeFileTool()).use(advising).use(approver(seen, false));
    expect(await tools.execute('write_file', params)).toMatchObject({ error: { code: 'APPROVAL_REQUIRED' } });
    expect(seen).toMatchObject([{ required: true, advice: { by: 'hook:advising' } }]);
  });

  it('is dropped when a hook further in changes the parameters, while a demand stays', async () => {
    const seen: ApprovalState[] = [];
    const tools = new ToolCoordinator()
      .register(writeFileTool())
      .use([demanding, advising, rewriting])
      .use(approver(seen, true));
    await tools.execute('write_file', params);
    expect(seen[0]?.advice).toBeUndefined();
    expect(seen[0]?.demanded).toBe('a hook wants a person to look');
  });
});
