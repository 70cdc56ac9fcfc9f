import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { compileToolPattern } from '../../src/policy/tool-pattern.ts';

const NONE = {
  readsFiles: false,
  writesFiles: false,
  executesCommands: false,
  accessesNetwork: false,
  destructive: false,
  idempotent: true,
  retryable: true,
};
const tool = (name: string, more: Partial<ToolIdentity> = {}): ToolIdentity => ({
  name,
  version: '1.0.0',
  capabilities: NONE,
  ...more,
});
const covers = (pattern: string, effect: 'allow' | 'deny', subject: ToolIdentity): boolean =>
  compileToolPattern(pattern, effect).covers(subject);

describe('a pattern of tools', () => {
  it.each([
    ['read_*', tool('read_file'), true],
    ['{read,write}_file', tool('write_file'), true],
    ['read_file', tool('read_files'), false],
    ['pack:files', tool('x', { pack: 'files' }), true],
    ['pack:files', tool('files'), false],
    ['*files', tool('x', { pack: 'files' }), false],
    ['tag:net*', tool('x', { tags: ['disk', 'network'] }), true],
    ['category:search', tool('x', { category: 'search' }), true],
    ['*', tool('x'), true],
  ])('%s, for %o: %s', (pattern, subject, expected) => {
    expect([covers(pattern, 'allow', subject), covers(pattern, 'deny', subject)]).toEqual([expected, expected]);
  });

  it('with capabilities allows tools that do nothing else, and denies tools that do any of it', () => {
    const reader = tool('r', { capabilities: { ...NONE, readsFiles: true } });
    const shell = tool('s', { capabilities: { ...NONE, readsFiles: true, executesCommands: true } });
    const pure = tool('p');
    const verdicts = (pattern: string, effect: 'allow' | 'deny') =>
      [reader, shell, pure].map((each) => covers(pattern, effect, each));
    expect(verdicts('@readsFiles', 'allow')).toEqual([true, false, false]);
    expect(verdicts('@readsFiles+executesCommands', 'allow')).toEqual([true, true, false]);
    expect(verdicts('@readsFiles', 'deny')).toEqual([true, true, false]);
    expect(verdicts('@executesCommands+destructive', 'deny')).toEqual([false, true, false]);
  });

  it('with capabilities does not allow a tool with one that is not known here', () => {
    const capabilities = { ...NONE, readsFiles: true, launchesRockets: true };
    expect(covers('@readsFiles', 'allow', tool('x', { capabilities }))).toBe(false);
  });

  it.each([
    ['@flies', 'known: '],
    ['@idempotent', 'nothing that a tool can be allowed'],
    ['@', 'nothing that a tool'],
    ['pack:', 'names nothing'],
    ['Bash(git *)', 'no pattern of tool names'],
    ['packs:files', 'no pattern of tool names'],
    ['read file', 'no pattern of tool names'],
    ['mcp__', 'names no MCP server'],
    ['read_[a', 'not closed'],
  ])('%s is refused', (pattern, message) => {
    expect(() => compileToolPattern(pattern, 'deny')).toThrow(message);
  });

  it('of an MCP server restricts every way to read a name, and consents to the exact server only', () => {
    const remote = (server: string, name: string) => ({ server, tool: name, otherNames: [], isAmbiguous: false });
    const deny = compileToolPattern('mcp__git', 'deny');
    expect([remote('git', 'push'), remote('git', ''), remote('git__x', 'y')].map(deny.coversRemote)).toEqual([
      true,
      true,
      true,
    ]);
    const allow = compileToolPattern('mcp__git', 'allow');
    expect([remote('git', 'push'), remote('git__x', 'y'), remote('gitlab', 'z')].map(allow.coversRemote)).toEqual([
      true,
      false,
      false,
    ]);
    expect(compileToolPattern('git__push', 'deny').coversRemote(remote('git', 'push'))).toBe(true);
    expect(compileToolPattern('use_*', 'allow').coversRemote(remote('git', 'push'))).toBe(false);
  });
});
