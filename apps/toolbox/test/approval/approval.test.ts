import {
  ToolCoordinator,
  Type,
  defineTool,
  fail,
  ok,
  type DryRun,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { approval, type ApprovalRequest, type ApproveMode, type AskPerson } from '../../src/approval/approval.ts';

describe('approval', () => {
  const toolboxWith = ({
    mode = 'ask',
    ask,
    dryRun,
  }: {
    mode?: ApproveMode;
    ask?: AskPerson;
    dryRun?: () => Promise<ToolResult<DryRun>>;
  }) => {
    const toolbox: ToolCoordinator = new ToolCoordinator();
    toolbox.use(approval({ mode, ask, toolbox }));
    return toolbox.register(
      defineTool({
        name: 'act',
        parameters: Type.Object({ what: Type.String() }),
        requiresApproval: ({ what }) => what !== 'nothing',
        execute: async ({ what }) => ok(what),
        ...(dryRun !== undefined && { dryRun }),
      }),
    );
  };

  it('asks with the tool, its arguments, its folder and what would change', async () => {
    const asked: ApprovalRequest[] = [];
    const ask: AskPerson = (request) => Promise.resolve(asked.push(request) > 0);
    const toolbox = toolboxWith({ ask, dryRun: async () => ok({ summary: 'Acts.', changes: [] }) });
    expect(await toolbox.execute('act', { what: 'this' }, { cwd: '/somewhere' })).toMatchObject({
      ok: true,
      value: 'this',
    });
    expect(asked).toMatchObject([
      {
        tool: { name: 'act' },
        params: { what: 'this' },
        cwd: '/somewhere',
        dryRun: { ok: true, value: { summary: 'Acts.' } },
      },
    ]);
  });

  it('asks all the same when the dry run fails, or there is none', async () => {
    const asked: ApprovalRequest[] = [];
    const ask: AskPerson = (request) => Promise.resolve(asked.push(request) > 0);
    await toolboxWith({ ask, dryRun: async () => fail('NO', 'cannot say') }).execute('act', { what: 'this' });
    await toolboxWith({ ask }).execute('act', { what: 'this' });
    expect(asked.map(({ dryRun }) => dryRun?.ok)).toEqual([false, undefined]);
  });

  it('does not ask about a call that needs no approval', async () => {
    const ask: AskPerson = () => Promise.reject(new Error('asked'));
    expect(await toolboxWith({ ask }).execute('act', { what: 'nothing' })).toMatchObject({ ok: true });
    expect(await toolboxWith({ mode: 'none' }).execute('act', { what: 'nothing' })).toMatchObject({ ok: true });
  });

  it('marks a person’s no as a person’s, which ends the turn', async () => {
    const toolbox = toolboxWith({ ask: () => Promise.resolve(false) });
    const turnId = toolbox.beginTurn();
    expect(await toolbox.execute('act', { what: 'this' }, { turnId })).toMatchObject({
      error: { code: 'APPROVAL_DENIED', details: { by: 'person' } },
    });
    expect(await toolbox.execute('act', { what: 'that' }, { turnId })).toMatchObject({
      error: { code: 'TURN_REJECTED' },
    });
  });

  it('never takes an answer that fails for a yes', async () => {
    const toolbox = toolboxWith({ ask: () => Promise.reject(new Error('the terminal is gone')) });
    expect(await toolbox.execute('act', { what: 'this' })).toMatchObject({
      ok: false,
      error: { code: 'MIDDLEWARE_FAILED' },
    });
  });

  it('is cancelled while it waits for the answer', async () => {
    const controller = new AbortController();
    const ask: AskPerson = (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(true));
        controller.abort('enough');
      });
    expect(await toolboxWith({ ask }).execute('act', { what: 'this' }, { signal: controller.signal })).toMatchObject({
      error: { code: 'CANCELLED' },
    });
  });
});
