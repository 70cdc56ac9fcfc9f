import { describe, expect, it } from 'vitest';
import { hasMatchingName, identityOfCall } from '../../src/tools/all-names.ts';

const named = (expected: string) => (name: string) => name === expected;

describe('the names of a tool', () => {
  it.each(['issues', 'tickets', 'mcp__github__list', 'github__list'])('include %s', (name) => {
    const tool = { name: 'issues', aliases: ['tickets'], remote: { server: 'github', tool: 'list' } };
    expect(hasMatchingName(tool, named(name))).toBe(true);
    expect(hasMatchingName(tool, named(`${name}x`))).toBe(false);
  });

  it('do not include a remote tool that only the arguments decide', () => {
    expect(hasMatchingName({ name: 'use_mcp_tool' }, named('mcp__github__list'))).toBe(false);
  });
});

describe('the tool that a call is about', () => {
  it('is the tool itself, unless it forwards calls', () => {
    const tool = { name: 'read_file', pack: 'files' };
    expect(identityOfCall(tool, { server: 'a', tool: 'b' })).toBe(tool);
  });

  it('has the remote tool that the arguments name', () => {
    const tool = { name: 'use_mcp_tool', pack: 'mcp', remote: () => undefined };
    expect(identityOfCall(tool, { server: 'github', tool: 'list' })).toEqual({
      name: 'use_mcp_tool',
      pack: 'mcp',
      remote: { server: 'github', tool: 'list' },
    });
    expect(identityOfCall(tool, {})).toEqual({ name: 'use_mcp_tool', pack: 'mcp' });
  });
});
