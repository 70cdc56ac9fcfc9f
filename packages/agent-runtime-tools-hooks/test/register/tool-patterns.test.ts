import { defineTool, ok, Type, type ToolCapabilities, type ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { hooks } from '../../src/index.ts';

const tool = (name: string, capabilities: Partial<ToolCapabilities> = {}): ToolIdentity =>
  defineTool({ name, parameters: Type.Object({}), capabilities, execute: async () => ok(1) });

const applies = (pattern: string, identity: ToolIdentity): boolean | undefined =>
  hooks({ name: 'x', type: 'PreToolUse', toolPatterns: [pattern], run: () => undefined }).appliesTo?.(identity, {
    hooked: false,
  });

describe('a tool pattern', () => {
  it.each([
    ['*', 'anything', true],
    ['write_*', 'write_file', true],
    ['write_*', 'overwrite_file', false],
    ['write_file', 'write_file', true],
    ['write_file', 'write_file2', false],
    ['write', 'write_file', false],
    ['{read,write}_*', 'read_file', true],
    ['{read,write}_*', 'edit_file', false],
    ['*_file', 'read_file', true],
    ['*_file', 'read_files', false],
    ['git_[ac]*', 'git_add', true],
    ['git_[ac]*', 'git_push', false],
    ['!git_*', 'git_push', false],
    ['!git_*', 'bash', true],
    ['??sh', 'bash', true],
    ['github__*', 'github__create_issue', true],
  ])('%s on %s: %s', (pattern, name, expected) => {
    expect(applies(pattern, tool(name))).toBe(expected);
  });

  it('means a tool by its aliases too', () => {
    const identity = { ...tool('write_file'), aliases: ['write_to_file', 'write'] };
    expect(applies('write_to_file', identity)).toBe(true);
    expect(applies('write_to_*', identity)).toBe(true);
    expect(applies('*_to_*', identity)).toBe(true);
    expect(applies('!write_to_*', identity)).toBe(false);
    expect(applies('edit', identity)).toBe(false);
  });

  it('that names a capability matches every tool that has it, of whatever pack', () => {
    expect(applies('@writesFiles', tool('server__save', { writesFiles: true }))).toBe(true);
    expect(applies('@writesFiles', tool('write_file'))).toBe(false);
    expect(applies('@destructive', tool('x', { destructive: true }))).toBe(true);
  });

  it.each([
    ['@writeFiles', '@writesFiles'],
    ['@toString', 'not a capability'],
    ['', 'not empty'],
  ])('%j is refused at registration', (pattern, message) => {
    expect(() => applies(pattern, tool('x'))).toThrow(message);
  });
});

describe('a hook configuration', () => {
  const good = { name: 'x', type: 'PreToolUse', toolPatterns: ['*'], command: 'true' };

  it.each([
    [{ name: '' }, 'needs a name'],
    [{ type: 'Before' }, 'needs a type'],
    [{ toolPatterns: [] }, 'needs toolPatterns'],
    [{ toolPatterns: 'write_*' }, 'needs toolPatterns'],
    [{ command: '' }, 'empty or not a string'],
    [{ command: undefined }, 'needs one of'],
    [{ url: 'http://localhost' }, 'needs one of'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs'],
    [{ isCancellable: 'no' }, 'isCancellable'],
    [{ onFailure: 'open' }, 'onFailure'],
    [{ args: ['a', 1] }, 'args'],
    [{ command: undefined, url: 'file:///etc/passwd' }, 'http'],
    [{ command: undefined, run: 'x' }, 'not a function'],
  ])('with %j is refused with its name', (change, message) => {
    expect(() => hooks([{ ...good, ...change } as never])).toThrow(message);
  });
});
