import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { approval, type ApprovalOptions } from '../../src/index.ts';

/** Tools of the server "my server", whose names no model provider accepts. */
function tools(options: ApprovalOptions): ToolCoordinator {
  return new ToolCoordinator().use(approval(options)).register(
    defineTool({
      name: 'my_server__read_it_0123456789ab',
      remote: { server: 'my server', tool: 'read.it' },
      parameters: Type.Object({}),
      requiresApproval: true,
      execute: async () => ok('read'),
    }),
  );
}

const call = (options: ApprovalOptions) => tools(options).execute('my_server__read_it_0123456789ab', {});

describe('rules for remote tools', () => {
  it('that allow use the original names, and never a server whose name only looks the same', async () => {
    expect(await call({ permissions: { allow: ['mcp__my server__read.it'] } })).toMatchObject({ ok: true });
    expect(await call({ permissions: { allow: ['mcp__my server'] } })).toMatchObject({ ok: true });
    expect(await call({ permissions: { allow: ['mcp__my_server'] } })).toMatchObject({ ok: false });
    expect(await call({})).toMatchObject({ ok: false });
  });

  it.each(['mcp__my server', 'mcp__my server__read.*', 'mcp__my_server', 'mcp__my_server__read_it_0123456789ab'])(
    'that deny %s hold for both names',
    async (rule) => {
      const permissions = { allow: ['mcp__my server'], deny: [rule] };
      expect(await call({ permissions })).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    },
  );

  it('are policies, too', async () => {
    const policy = { name: 'reads', tools: ['mcp__my server__*'], action: 'approve' as const };
    expect(await call({ policies: [policy] })).toMatchObject({
      ok: true,
      metadata: { approval: { by: 'policy:reads' } },
    });
  });
});
