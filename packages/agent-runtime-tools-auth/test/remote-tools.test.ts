import { defineTool, ok, ToolCoordinator, Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import type { AccessRules } from '../src/access-rules.ts';
import { auth } from '../src/auth.ts';
import { bob, outcome } from './fixture.ts';

const dispatcher = defineTool({
  name: 'use_mcp_tool',
  parameters: Type.Object({ server: Type.String(), tool: Type.String(), tool_name: Type.Optional(Type.String()) }),
  execute: async () => ok('sent'),
});
const registered = defineTool({
  name: 'issues',
  parameters: Type.Object({}),
  remote: { server: 'github', tool: 'list_issues' },
  execute: async () => ok('listed'),
});

const withRules = (rules: AccessRules): ToolCoordinator => {
  const tools: ToolCoordinator = new ToolCoordinator().use(auth(rules)).register(dispatcher).register(registered);
  return tools;
};
const send = async (tools: ToolCoordinator, server: string, tool: string, more = {}) =>
  outcome(await tools.execute('use_mcp_tool', { server, tool, ...more }, { principal: bob }));

describe('a tool of an MCP server', () => {
  it('is denied by its own name, also through a tool that forwards calls', async () => {
    for (const name of ['mcp__github__delete_repo', 'github__delete_repo', 'mcp__github__delete_*']) {
      const tools = withRules({ allow: ['*'], deny: [name] });
      expect(await send(tools, 'github', 'delete_repo')).toBe('ACCESS_DENIED');
      expect(await send(tools, 'github', 'get_repo')).toBe('ok');
    }
  });

  it('is allowed by its own name through a tool that forwards calls, and nothing else is', async () => {
    const tools = withRules({ allow: ['mcp__github__get_*'] });
    expect(await send(tools, 'github', 'get_repo')).toBe('ok');
    expect(await send(tools, 'github', 'delete_repo')).toBe('ACCESS_DENIED');
    expect(await send(tools, 'github__get_x', 'delete')).toBe('ACCESS_DENIED');
  });

  it('is denied if the arguments name several', async () => {
    const tools = withRules({ allow: ['*'], deny: ['mcp__github__delete_repo'] });
    expect(await send(tools, 'github', 'get_repo', { tool_name: 'delete_repo' })).toBe('ACCESS_DENIED');
    expect(await send(tools, 'github', 'delete_repo', { tool_name: 'get_repo' })).toBe('ACCESS_DENIED');
    expect(await send(tools, 'github', 'get_repo', { tool_name: 'list_repos' })).toBe('ACCESS_DENIED');
  });

  it('that is registered under another name is known by its server too', async () => {
    const call = async (rules: AccessRules) =>
      outcome(await withRules(rules).execute('issues', {}, { principal: bob }));
    expect(await call({ allow: ['mcp__github__list_issues'] })).toBe('ok');
    expect(await call({ allow: ['mcp__github'] })).toBe('ok');
    expect(await call({ allow: ['mcp__gitlab'] })).toBe('ACCESS_DENIED');
    expect(await call({ allow: ['*'], deny: ['mcp__github__list_issues'] })).toBe('ACCESS_DENIED');
  });

  it('makes the forwarding tool visible to principals who may call one', () => {
    const access = auth({ roles: { reader: { allow: ['mcp__github__get_*'] }, other: { allow: ['add'] } } });
    const tools: ToolCoordinator = new ToolCoordinator().use(access).register(dispatcher).register(registered);
    expect(access.viewFor(tools, bob).getNames()).toEqual(['use_mcp_tool']);
    expect(access.viewFor(tools, { id: 'x', roles: ['other'] }).getNames()).toEqual([]);
  });
});
