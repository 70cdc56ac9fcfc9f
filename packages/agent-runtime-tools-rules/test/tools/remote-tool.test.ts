import { describe, expect, it } from 'vitest';
import { dispatchesToRemoteTools, fixedRemoteTool, remoteToolNames, remoteToolOf } from '../../src/index.ts';

describe('remoteToolOf', () => {
  it.each([
    ['github__create_issue', 'github', 'create_issue'],
    ['mcp__github__create_issue', 'github', 'create_issue'],
    ['mcp:github/create_issue', 'github', 'create_issue'],
  ])('reads the name %s', (name, server, tool) => {
    expect(remoteToolOf({ name }, {})).toMatchObject({ server, tool, isAmbiguous: false });
  });

  it.each(['__save', 'save__', 'save', 'mcp:github'])('finds no server in the name %s', (name) => {
    expect(remoteToolOf({ name }, { server_name: 'github', tool_name: 'x' })).toBeUndefined();
  });

  it('believes the tool before its name, and keeps the name for rules that restrict', () => {
    const call = remoteToolOf({ name: 'my_server__a_b_123', remote: { server: 'my server', tool: 'a.b' } }, {});
    expect(call).toMatchObject({ server: 'my server', tool: 'a.b' });
    expect(call && remoteToolNames(call)).toEqual(['mcp__my server__a.b', 'mcp__my_server__a_b_123']);
  });

  it('reads the arguments of use_mcp_tool and access_mcp_resource, in any case', () => {
    expect(remoteToolOf({ name: 'use_mcp_tool' }, { server_name: 'a', tool_name: 'b' })).toMatchObject({
      server: 'a',
      tool: 'b',
      isAmbiguous: false,
    });
    expect(remoteToolOf({ name: 'Access_MCP_Resource' }, { server_name: 'a', uri: 'x:y' })).toMatchObject({
      server: 'a',
      tool: '',
    });
    expect(remoteToolOf({ name: 'use_mcp_tool' }, { tool_name: 'b' })).toBeUndefined();
    expect(remoteToolOf({ name: 'use_mcp_tool' }, 'github')).toBeUndefined();
  });

  it('says when the arguments name two servers or tools', () => {
    const both = { server_name: 'a', server: 'b', tool_name: 't' };
    expect(remoteToolOf({ name: 'use_mcp_tool' }, both)?.isAmbiguous).toBe(true);
    const tools = { server_name: 'a', tool_name: 't', name: 'u' };
    expect(remoteToolOf({ name: 'use_mcp_tool' }, tools)?.isAmbiguous).toBe(true);
  });

  it('asks a function for the parameters of each call, and ignores one that throws', () => {
    const remote = (params: unknown) => ({ server: String(params), tool: 't' });
    expect(remoteToolOf({ name: 'call', remote }, 'x')).toMatchObject({ server: 'x', tool: 't' });
    const throwing = (): never => {
      throw new Error('no');
    };
    expect(remoteToolOf({ name: 'use_mcp_tool', remote: throwing }, { server_name: 'a' })).toMatchObject({
      server: 'a',
    });
  });
});

describe('a tool whose arguments decide', () => {
  it.each([
    ['use_mcp_tool', undefined, true],
    ['call', () => undefined, true],
    ['a__b', undefined, false],
    ['use_mcp_tool', { server: 'a', tool: 'b' }, false],
  ] as const)('%s with %s: %s', (name, remote, expected) => {
    const tool = { name, ...(remote !== undefined && { remote }) };
    expect(dispatchesToRemoteTools(tool)).toBe(expected);
    expect(fixedRemoteTool(tool) === undefined).toBe(expected);
  });
});
