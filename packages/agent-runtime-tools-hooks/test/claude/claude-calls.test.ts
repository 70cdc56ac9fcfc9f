import type { ToolCapabilities } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { claudeCalls } from '../../src/claude/claude-calls.ts';

const NONE: ToolCapabilities = {
  readsFiles: false,
  writesFiles: false,
  executesCommands: false,
  accessesNetwork: false,
  destructive: false,
  idempotent: false,
  retryable: false,
};

function callsOf(name: string, parameters: unknown) {
  return claudeCalls({
    tool: { name, version: '', capabilities: NONE },
    event: { type: 'PreToolUse', parameters },
    cwd: '/ws',
  });
}

describe('a command in the form of Claude Code', () => {
  it.each([
    [{ command: 'ls', args: ['a b', "it's", 'x.ts', ''] }, { command: `ls 'a b' 'it'\\''s' x.ts ''` }],
    [
      { command: 'ls', args: [] },
      { command: 'ls', args: [] },
    ],
    [
      { command: 'ls', args: 'a' },
      { command: 'ls', args: 'a' },
    ],
    [
      { command: 5, args: ['a'] },
      { command: 5, args: ['a'] },
    ],
    [
      { command: 'ls', timeout: 2 },
      { command: 'ls', timeout: 2000 },
    ],
    [
      { command: 'ls', timeout: '2' },
      { command: 'ls', timeout: '2' },
    ],
    [
      { command: 'ls', input: 'x' },
      { command: 'ls', input: 'x' },
    ],
  ])('%j becomes %j, and back', (parameters, input) => {
    const [call] = callsOf('bash', parameters);
    expect(call?.toolName).toBe('Bash');
    expect(call?.input).toEqual(input);
    expect(call?.parametersOf(input)).toEqual(parameters);
  });

  it('keeps a command and a time limit that a hook replaced', () => {
    const [call] = callsOf('bash', { command: 'ls', args: ['a'], timeout: 2 });
    expect(call?.parametersOf({ command: 'pwd', timeout: 3000 })).toEqual({ command: 'pwd', timeout: 3 });
    expect(call?.parametersOf({ command: 'pwd' })).toEqual({ command: 'pwd' });
    expect(call?.parametersOf({ command: 'pwd', timeout: 'long' })).toEqual({ command: 'pwd', timeout: 'long' });
  });

  it('is changed for Bash alone', () => {
    expect(callsOf('grep', { command: 'ls', args: ['a'], timeout: 2 })[0]?.input).toEqual({
      command: 'ls',
      args: ['a'],
      timeout: 2,
    });
  });
});

describe('a file in the form of Claude Code', () => {
  it('comes back as the model wrote it, unless a hook replaced it', () => {
    const [call] = callsOf('read_file', { path: 'a.ts' });
    expect(call?.parametersOf({ file_path: '/ws/a.ts' })).toEqual({ path: 'a.ts' });
    expect(call?.parametersOf({ file_path: '/ws/b.ts' })).toEqual({ path: '/ws/b.ts' });
    expect(call?.parametersOf({})).toEqual({});
  });

  it('is not added to the parameters of a call that names it otherwise', () => {
    const [call] = callsOf('edit_file', { filename: 'a.ts' });
    expect(call?.input).toEqual({ filename: 'a.ts', file_path: '/ws/a.ts' });
    expect(call?.parametersOf({ filename: 'a.ts', file_path: '/ws/a.ts' })).toEqual({ filename: 'a.ts' });
    expect(call?.parametersOf({ filename: 'a.ts', file_path: '/ws/b.ts' })).toEqual({
      filename: 'a.ts',
      file_path: '/ws/b.ts',
    });
  });

  it('keeps both names where a call has both', () => {
    expect(callsOf('read_file', { path: 'a.ts', file_path: 'a.ts' })[0]?.input).toEqual({
      path: 'a.ts',
      file_path: '/ws/a.ts',
    });
  });

  it('is one of several calls where a call touches several, up to 1000', () => {
    const files = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
    expect(callsOf('read_file', { paths: ['a', 'b'] }).map(({ input }) => input['file_path'])).toEqual([
      '/ws/a',
      '/ws/b',
    ]);
    expect(callsOf('read_file', { paths: files(1000) })).toHaveLength(1000);
    expect(() => callsOf('read_file', { paths: files(1001) })).toThrow('more than 1000 files');
    expect(callsOf('grep', { paths: ['a', 'b'] })).toHaveLength(1);
  });

  it('is absent from a call without parameters', () => {
    for (const parameters of [undefined, null, 'a', ['a']])
      expect(callsOf('read_file', parameters).map(({ input }) => input)).toEqual([{}]);
  });
});
